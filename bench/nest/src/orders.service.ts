/**
 * Places an order and charges its card: the intent in one transaction, the outcome in another.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { Injectable, UnprocessableEntityException } from "@nestjs/common"
import { InjectDataSource } from "@nestjs/typeorm"
import { DataSource, type EntityManager } from "typeorm"
import { type Answer, charge } from "../../baseline/hand-written/acquirer.ts"
import { centavosOf, creditFee, plainDocument, telephoneOf } from "../../baseline/hand-written/rules.ts"
import { Attempt, Card, Customer, Order, OrderEvent, OutboxMessage } from "./entities.ts"
import type { SingleOrderDto } from "./single-order.dto.ts"

@Injectable()
export class OrdersService {
  /**
   * TypeORM has one connection to an SQLite file, and transactions of several requests would nest on it: they queue.
   */
  private last: Promise<unknown> = Promise.resolve()

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async createSingle(companyId: number, dto: SingleOrderDto) {
    const now = Date.now()
    const placed = await this.inTransaction((manager) => this.place(manager, companyId, dto, now))
    const answer = await charge(placed.attempt.idempotencyKey, dto.payment.card.number)
    const card = await this.inTransaction((manager) => this.settle(manager, dto, placed, answer))
    const { orderNumber, publicKey } = placed.order
    const { isApproved, nsu, tid } = answer
    return {
      success: isApproved,
      hasError: !isApproved,
      response: isApproved ? "Payment approved." : "Payment refused.",
      data: { order_number: orderNumber, public_key: publicKey, status: isApproved ? "paid" : "unpaid" },
      payment: {
        tid,
        nsu,
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: card && { token: card.token, brand: card.brand, last_digits: card.lastDigits },
      },
    }
  }

  private inTransaction<A>(work: (manager: EntityManager) => Promise<A>): Promise<A> {
    const result = this.last.then(() => this.dataSource.transaction(work))
    this.last = result.catch(() => undefined)
    return result
  }

  private async place(manager: EntityManager, companyId: number, dto: SingleOrderDto, now: number) {
    const at = { createdAt: now, updatedAt: now }
    const lines = dto.items.map(({ quantity, sku, title, unit_price: price }) => ({
      ...{ sku, title, unitPrice: centavosOf(price), quantity, productId: null, priceCost: null },
      ...at,
    }))
    const total = lines.reduce((sum, { quantity, unitPrice }) => sum + unitPrice * quantity, 0)
    if (total < 1) throw new UnprocessableEntityException({ items: ["The total must be at least R$ 0.01."] })
    const { installments } = dto.payment
    const fee = creditFee(total, installments)
    const person = {
      fullname: dto.customer.fullname,
      email: dto.customer.email,
      taxvat: plainDocument(dto.customer.taxvat),
      telephone: telephoneOf(dto.customer.telephone) ?? "",
    }
    const known = await manager.findOneBy(Customer, { companyId, taxvat: person.taxvat })
    const customer = await manager.save(
      Customer,
      known === null ? { ...person, token: randomUUID(), companyId, ...at } : { ...known, ...person, updatedAt: now },
    )
    const order = await manager.save(
      manager.create(Order, {
        ...{ companyId, customer, token: randomUUID(), publicKey: randomUUID() },
        orderNumber: randomBytes(8).toString("hex").toUpperCase(),
        ...{ status: "pending", version: 1, origin: "api", src: null, ref: null, method: "credit", installments },
        ...{ subtotal: total, discount: 0, fee, total, net: total - fee, card: null, ...at, items: lines },
        address: { ...dto.address, complement: dto.address.complement ?? "" },
      }),
    )
    const attempt = await manager.save(
      manager.create(Attempt, {
        ...{ order, idempotencyKey: `${order.orderNumber}-1`, method: "credit", amount: total, installments },
        ...{ status: "sent", tid: null, nsu: null, ...at },
      }),
    )
    return { order, attempt, person }
  }

  private async settle(manager: EntityManager, dto: SingleOrderDto, placed: Placed, answer: Answer) {
    const { attempt, order, person } = placed
    const { brand, isApproved, lastDigits, nsu, reference, tid } = answer
    const now = Date.now()
    const status = isApproved ? "paid" : "unpaid"
    const { companyId, customer, installments } = order
    const { expiration } = dto.payment.card
    const details = {
      token: randomUUID(),
      companyId,
      customer,
      brand,
      lastDigits,
      expiration,
      reference,
      createdAt: now,
    }
    const card = isApproved ? await manager.save(manager.create(Card, details)) : null
    await manager.update(Order, order.id, { status, version: 2, card, updatedAt: now })
    await manager.update(Attempt, attempt.id, {
      ...{ status: isApproved ? "approved" : "refused", tid, nsu, updatedAt: now },
    })
    const total = order.total / 100
    const totals = { subtotal: order.subtotal / 100, discount: order.discount / 100, fee: order.fee / 100, total }
    const created = { customer_id: customer.id, method: "credit", installments, ...totals }
    const charged = { tid, nsu, brand, last_digits: lastDigits }
    await manager.save([
      manager.create(OrderEvent, { order, seq: 1, kind: "created", data: created, at: order.createdAt }),
      manager.create(OrderEvent, { order, seq: 2, kind: status, data: charged, at: now }),
    ])
    const payload = {
      ...{ platform: "Vintem", order_number: order.orderNumber, public_key: order.publicKey, status },
      ...{ src: null, ref: null, customer: person, address: order.address, totals },
      payment: { method: "credit", amount: total, installments },
      items: order.items.map(({ quantity, title, unitPrice }) => ({ name: title, quantity, price: unitPrice / 100 })),
    }
    await manager.save(manager.create(OutboxMessage, { order, event: status, state: 0, tries: 0, dueAt: now, payload }))
    return card
  }
}

interface Placed {
  readonly order: Order
  readonly attempt: Attempt
  readonly person: Pick<Customer, "fullname" | "email" | "taxvat" | "telephone">
}
