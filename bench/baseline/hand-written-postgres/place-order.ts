/**
 * Places an order and charges its card in two commits: the intent, then the outcome. Each is one statement for all
 * orders of its group.
 */
import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { type Answer, charge } from "../hand-written/acquirer.ts"
import type { PlaceOrder } from "../hand-written/http.ts"
import type { SingleOrder } from "../hand-written/request.ts"
import { answerText, eventTexts, outboxText, random16 } from "../hand-written/texts.ts"
import { type GroupStatement, groupWrites, type Slots } from "./group-writes.ts"
import { countShards } from "./tables.ts"

const blockSize = 1_000

/** Order numbers. The database hands out a thousand at a time, to any number of processes. */
const numbers = (pool: Pool) => {
  let next = 0
  let end = 0
  let following: Promise<void> | undefined
  const draw = async (): Promise<void> => {
    const { rows } = await pool.query<{ block: number }>("select nextval('order_blocks') as block")
    next = (rows[0]?.block ?? 0) * blockSize
    end = next + blockSize
    following = undefined
  }
  return async (): Promise<number> => {
    while (next === end) {
      following ??= draw()
      await following
    }
    next += 1
    return next - 1
  }
}

interface Intent {
  readonly id: number
  readonly company: number
  readonly order: SingleOrder
  readonly publicKey: string
  /** JSON. */
  readonly address: string
  /** Epoch milliseconds. */
  readonly now: number
}

const numberOf = (id: number): string => `${1e9 + id}`

/** Concurrent groups name the customers in one sequence, so they never deadlock. */
const customersOf = (intents: ReadonlyArray<Intent>): string => {
  const byDocument = new Map<string, object>()
  for (const { company, now, order } of intents) {
    const { email, fullname, taxvat, telephone } = order.customer
    const token = `cus_${random16()}`
    byDocument.set(`${company} ${taxvat}`, { token, company_id: company, taxvat, fullname, email, telephone, at: now })
  }
  return JSON.stringify(
    [...byDocument].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, customer]) => customer),
  )
}

const writeIntents: GroupStatement<Intent> = {
  name: "write_intents",
  text: `with customer as (
      insert into customers (token, company_id, taxvat, fullname, email, telephone, created_at, updated_at)
      select token, company_id, taxvat, fullname, email, telephone, at, at from json_to_recordset($1) as given
        (token text, company_id bigint, taxvat text, fullname text, email text, telephone text, at bigint)
      on conflict (company_id, taxvat) do update set fullname = excluded.fullname, email = excluded.email,
        telephone = excluded.telephone, updated_at = excluded.updated_at
      returning id, company_id, taxvat),
    placed as (
      select * from json_to_recordset($2) as given (id bigint, company_id bigint, taxvat text, token text, number text, public_key text,
        installments integer, subtotal bigint, discount bigint, fee bigint, total bigint, address text, at bigint)),
    item as (
      insert into order_items (order_id, position, sku, title, unit_price, quantity)
      select * from json_to_recordset($3) as given
        (order_id bigint, position integer, sku text, title text, unit_price bigint, quantity integer)),
    attempt as (
      insert into attempts select id * 64 + 1, number || '-1', 'credit', total, installments, 'sent', null, null, at, at from placed),
    counter as (
      update counters set orders = counters.orders + added.orders
      from (select company_id, count(*) as orders from placed group by company_id) as added
      where counters.company_id = added.company_id and shard = $4)
    insert into orders
    select placed.id, company_id, placed.token, number, public_key, customer.id, 'pending', 1, 'api', null, null, 'credit', installments,
      subtotal, discount, fee, total, total - fee, address, null, at, at
    from placed join customer using (company_id, taxvat)
    returning id, customer_id as customer`,
  valuesOf: (intents, slot) => [
    customersOf(intents),
    JSON.stringify(
      intents.map(({ address, company, id, now, order, publicKey }) => ({
        id,
        company_id: company,
        taxvat: order.customer.taxvat,
        token: randomUUID(),
        number: numberOf(id),
        public_key: publicKey,
        installments: order.installments,
        subtotal: order.total + order.discount,
        discount: order.discount,
        fee: order.fee,
        total: order.total,
        address,
        at: now,
      })),
    ),
    JSON.stringify(
      intents.flatMap(({ id, order: { items } }) =>
        items.map(({ quantity, sku, title, unitPrice }, position) => ({
          order_id: id,
          position: position + 1,
          sku,
          title,
          unit_price: unitPrice,
          quantity,
        })),
      ),
    ),
    slot % countShards,
  ],
  idOf: ({ id }) => id,
}

interface Outcome {
  readonly intent: Intent
  readonly customer: number
  readonly answer: Answer
  readonly status: string
  /** The card's token, if it was approved. */
  readonly token: string | null
  readonly now: number
}

const shownOf = ({ intent: { id, publicKey }, status }: Outcome) => ({
  order_number: numberOf(id),
  public_key: publicKey,
  status,
})

const writeOutcomes: GroupStatement<Outcome> = {
  name: "write_outcomes",
  text: `with outcome as (
      select * from json_to_recordset($1) as given (id bigint, company_id bigint, customer_id bigint, status text, attempt text, tid text,
        nsu text, token text, brand text, last_digits text, expiration text, reference text, created text, settled text, payload text,
        placed_at bigint, at bigint)),
    attempt as (
      update attempts set status = attempt, tid = outcome.tid, nsu = outcome.nsu, updated_at = at
      from outcome where attempts.id = outcome.id * 64 + 1),
    card as (
      insert into cards select id, token, company_id, customer_id, brand, last_digits, expiration, reference, at
      from outcome where token is not null),
    event as (
      insert into events select id, 1, 'created', created, placed_at from outcome union all select id, 2, status, settled, at from outcome),
    message as (
      insert into outbox (order_id, event, payload, state, tries, due_at) select id, status, payload, 0, 0, at from outcome)
    update orders set status = outcome.status, version = 2, card_id = case when outcome.token is null then null else outcome.id end, updated_at = at
    from outcome where orders.id = outcome.id
    returning orders.id`,
  valuesOf: (outcomes) => [
    JSON.stringify(
      outcomes.map((outcome) => {
        const { answer, customer, intent, now, status, token } = outcome
        const { address, company, id, order } = intent
        return {
          id,
          company_id: company,
          customer_id: customer,
          status,
          attempt: answer.isApproved ? "approved" : "refused",
          tid: answer.tid,
          nsu: answer.nsu,
          token,
          brand: answer.brand,
          last_digits: answer.lastDigits,
          expiration: order.card.expiration,
          reference: answer.reference,
          ...eventTexts(order, customer, answer),
          payload: outboxText(order, address, shownOf(outcome)),
          placed_at: intent.now,
          at: now,
        }
      }),
    ),
  ],
  idOf: ({ intent }) => intent.id,
}

export const placeOrders = (pool: Pool, slots: Slots): PlaceOrder => {
  const numbered = numbers(pool)
  const submitIntent = groupWrites<Intent, { id: number; customer: number }>(pool, slots, writeIntents)
  const submitOutcome = groupWrites<Outcome, { id: number }>(pool, slots, writeOutcomes)
  return (company, order, answered, failed) => {
    const now = Date.now()
    const settle = (intent: Intent, customer: number, answer: Answer): void => {
      const status = answer.isApproved ? "paid" : "unpaid"
      const token = answer.isApproved ? `card_${intent.id.toString(36)}_${random16()}` : null
      const outcome: Outcome = { intent, customer, answer, status, token, now: Date.now() }
      submitOutcome({ item: outcome, written: () => answered(answerText(answer, shownOf(outcome), token)), failed })
    }
    numbered().then((id) => {
      const publicKey = `${id.toString(36)}z${random16()}`
      const intent: Intent = { id, company, order, publicKey, address: JSON.stringify(order.address), now }
      submitIntent({
        item: intent,
        written: ({ customer }) => {
          charge(`${numberOf(id)}-1`, order.card.number).then((answer) => settle(intent, customer, answer), failed)
        },
        failed,
      })
    }, failed)
  }
}
