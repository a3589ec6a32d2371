/** The tables in the style of a TypeORM user. */
import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from "typeorm"

@Entity("api_keys")
export class ApiKey {
  @PrimaryGeneratedColumn() id: number
  @Column({ name: "company_id" }) companyId: number
  @Column({ unique: true }) hash: string
}

@Entity("customers")
@Index(["companyId", "taxvat"], { unique: true })
export class Customer {
  @PrimaryGeneratedColumn() id: number
  @Column({ unique: true }) token: string
  @Column({ name: "company_id" }) companyId: number
  @Column() taxvat: string
  @Column() fullname: string
  @Column() email: string
  @Column() telephone: string
  @Column({ name: "created_at" }) createdAt: number
  @Column({ name: "updated_at" }) updatedAt: number
}

@Entity("cards")
export class Card {
  @PrimaryGeneratedColumn() id: number
  @Column({ unique: true }) token: string
  @Column({ name: "company_id" }) companyId: number
  @ManyToOne(() => Customer) @JoinColumn({ name: "customer_id" }) customer: Relation<Customer>
  @Column() brand: string
  @Column({ name: "last_digits" }) lastDigits: string
  @Column() expiration: string
  @Column() reference: string
  @Column({ name: "created_at" }) createdAt: number
}

@Entity("orders")
@Index(["companyId", "status"])
export class Order {
  @PrimaryGeneratedColumn() id: number
  @Column({ name: "company_id" }) @Index() companyId: number
  @Column({ unique: true }) token: string
  @Column({ name: "order_number", unique: true }) orderNumber: string
  @Column({ name: "public_key", unique: true }) publicKey: string
  @ManyToOne(() => Customer) @JoinColumn({ name: "customer_id" }) @Index() customer: Relation<Customer>
  @Column() status: string
  @Column() version: number
  @Column() origin: string
  @Column({ type: "text", nullable: true }) src: string | null
  @Column({ type: "text", nullable: true }) ref: string | null
  @Column() method: string
  @Column() installments: number
  @Column() subtotal: number
  @Column() discount: number
  @Column() fee: number
  @Column() total: number
  @Column() net: number
  @Column({ type: "simple-json" }) address: Record<string, string>
  @ManyToOne(() => Card, { nullable: true }) @JoinColumn({ name: "card_id" }) card: Relation<Card> | null
  @OneToMany(
    () => OrderItem,
    (item) => item.order,
    { cascade: ["insert"] },
  )
  items: Relation<OrderItem[]>
  @Column({ name: "created_at" }) createdAt: number
  @Column({ name: "updated_at" }) updatedAt: number
}

@Entity("order_items")
export class OrderItem {
  @PrimaryGeneratedColumn() id: number
  @ManyToOne(
    () => Order,
    (order) => order.items,
  )
  @JoinColumn({ name: "order_id" })
  @Index()
  order: Relation<Order>
  @Column({ name: "product_id", type: "integer", nullable: true }) productId: number | null
  @Column() sku: string
  @Column() title: string
  @Column({ name: "unit_price" }) unitPrice: number
  @Column({ name: "price_cost", type: "integer", nullable: true }) priceCost: number | null
  @Column() quantity: number
  @Column({ name: "created_at" }) createdAt: number
  @Column({ name: "updated_at" }) updatedAt: number
}

@Entity("attempts")
export class Attempt {
  @PrimaryGeneratedColumn() id: number
  @ManyToOne(() => Order) @JoinColumn({ name: "order_id" }) @Index() order: Relation<Order>
  @Column({ name: "idempotency_key", unique: true }) idempotencyKey: string
  @Column() method: string
  @Column() amount: number
  @Column() installments: number
  @Column() status: string
  @Column({ type: "text", nullable: true }) tid: string | null
  @Column({ type: "text", nullable: true }) nsu: string | null
  @Column({ name: "created_at" }) createdAt: number
  @Column({ name: "updated_at" }) updatedAt: number
}

@Entity("events")
@Index(["order", "seq"], { unique: true })
export class OrderEvent {
  @PrimaryGeneratedColumn() id: number
  @ManyToOne(() => Order) @JoinColumn({ name: "order_id" }) order: Relation<Order>
  @Column() seq: number
  @Column() kind: string
  @Column({ type: "simple-json" }) data: object
  @Column() at: number
}

@Entity("outbox")
export class OutboxMessage {
  @PrimaryGeneratedColumn() id: number
  @ManyToOne(() => Order) @JoinColumn({ name: "order_id" }) order: Relation<Order>
  @Column() event: string
  @Column({ type: "simple-json" }) payload: object
  @Column() state: number
  @Column() tries: number
  @Column({ name: "due_at" }) @Index({ where: '"state" = 0' }) dueAt: number
}

export const entities = [ApiKey, Customer, Card, Order, OrderItem, Attempt, OrderEvent, OutboxMessage]
