/**
 * Places an order and charges its card in two commits: the intent, then the outcome.
 */
import { randomUUID } from "node:crypto"
import type BetterSqlite from "better-sqlite3"
import { type Answer, charge } from "./acquirer.ts"
import { groupCommit } from "./group-commit.ts"
import type { PlaceOrder } from "./http.ts"
import type { SingleOrder } from "./request.ts"
import { answerText, eventTexts, outboxText, random16 } from "./texts.ts"

export const placeOrders = (database: BetterSqlite.Database): PlaceOrder => {
  const selectCustomer = database
    .prepare<unknown[], number>("select id from customers where company_id = ? and taxvat = ?")
    .pluck() // costs less than an upsert that returns the row
  const insertCustomer = database.prepare("insert into customers values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
  const updateCustomer = database.prepare(
    "update customers set fullname = ?, email = ?, telephone = ?, updated_at = ? where id = ?",
  )
  const insertOrder = database.prepare(
    `insert into orders values (?, ?, ?, ?, ?, ?, ?, 'pending', 1, 'api', null, null, 'credit', ?, ?, ?, ?, ?, ?, ?, null, ?, ?)`,
  )
  const insertItem = database.prepare("insert into order_items values (?, null, ?, ?, ?, null, ?)")
  const insertAttempt = database.prepare("insert into attempts values (?, ?, 'credit', ?, ?, 'sent', null, null, ?, ?)")
  const updateOrder = database.prepare(
    "update orders set status = ?, version = 2, card_id = ?, updated_at = ? where id = ?",
  )
  const updateAttempt = database.prepare(
    "update attempts set status = ?, tid = ?, nsu = ?, updated_at = ? where id = ?",
  )
  const insertCard = database.prepare("insert into cards values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
  const insertEvents = database.prepare("insert into events values (?, ?, ?, ?), (?, ?, ?, ?)")
  const insertOutbox = database.prepare("insert into outbox values (null, ?, ?, ?, 0, 0, ?)")
  const updateCount = database.prepare("update counters set orders = ? where company_id = ?")

  const counts = new Map<number, number>()
  for (const { company_id, orders } of database
    .prepare<unknown[], { company_id: number; orders: number }>("select * from counters")
    .all()) {
    counts.set(company_id, orders)
  }
  const changed = new Set<number>()
  const lastId = (table: string): number =>
    database.prepare<unknown[], number>(`select coalesce(max(id), 0) from ${table}`).pluck().get() ?? 0
  let lastOrder = lastId("orders")
  let lastCustomer = lastId("customers")

  const submit = groupCommit(database, () => {
    for (const company of changed) updateCount.run(counts.get(company), company)
    changed.clear()
  })

  const customerOf = (
    company: number,
    { email, fullname, taxvat, telephone }: SingleOrder["customer"],
    now: number,
  ) => {
    const known = selectCustomer.get(company, taxvat)
    if (known !== undefined) {
      updateCustomer.run(fullname, email, telephone, now, known)
      return known
    }
    lastCustomer += 1
    const token = `cus_${lastCustomer.toString(36)}_${random16()}`
    insertCustomer.run(lastCustomer, token, company, taxvat, fullname, email, telephone, now, now)
    return lastCustomer
  }

  const writeIntent = (company: number, order: SingleOrder, now: number): Placed => {
    lastOrder += 1
    const id = lastOrder
    const sequence = (counts.get(company) ?? 0) + 1
    counts.set(company, sequence)
    changed.add(company)
    const customer = customerOf(company, order.customer, now)
    const { discount, fee, installments, items, total } = order
    const number = `${1e9 + id}`
    const publicKey = `${id.toString(36)}z${random16()}`
    const address = JSON.stringify(order.address)
    insertOrder.run(
      id,
      company,
      sequence,
      randomUUID(),
      number,
      publicKey,
      customer,
      installments,
      total + discount,
      discount,
      fee,
      total,
      total - fee,
      address,
      now,
      now,
    )
    for (let position = 0; position < items.length; position += 1) {
      const item = items[position]
      if (item !== undefined) {
        insertItem.run(id * 64 + position + 1, item.sku, item.title, item.unitPrice, item.quantity)
      }
    }
    insertAttempt.run(id * 64 + 1, `${number}-1`, total, installments, now, now)
    return { id, number, publicKey, customer, address, at: now }
  }

  const writeOutcome = (company: number, order: SingleOrder, placed: Placed, answer: Answer): string => {
    const { address, customer, id, number, publicKey } = placed
    const { brand, isApproved, lastDigits, nsu, reference, tid } = answer
    const now = Date.now()
    const status = isApproved ? "paid" : "unpaid"
    updateOrder.run(status, isApproved ? id : null, now, id)
    updateAttempt.run(isApproved ? "approved" : "refused", tid, nsu, now, id * 64 + 1)
    const token = isApproved ? `card_${id.toString(36)}_${random16()}` : null
    if (token !== null) {
      insertCard.run(id, token, company, customer, brand, lastDigits, order.card.expiration, reference, now)
    }
    const { created, settled } = eventTexts(order, customer, answer)
    insertEvents.run(id * 4096 + 1, "created", created, placed.at, id * 4096 + 2, status, settled, now)
    const shown = { order_number: number, public_key: publicKey, status }
    insertOutbox.run(id, status, outboxText(order, address, shown), now)
    return answerText(answer, shown, token)
  }

  return (company, order, answered, failed) => {
    const now = Date.now()
    let placed: Placed | undefined
    const settle = (of: Placed, answer: Answer): void => {
      let body = ""
      submit({
        write: () => {
          body = writeOutcome(company, order, of, answer)
        },
        committed: () => answered(body),
        failed,
      })
    }
    submit({
      write: () => {
        placed = writeIntent(company, order, now)
      },
      committed: () => {
        const of = placed
        if (of !== undefined) charge(`${of.number}-1`, order.card.number).then((answer) => settle(of, answer), failed)
      },
      failed,
    })
  }
}

interface Placed {
  readonly id: number
  readonly number: string
  readonly publicKey: string
  readonly customer: number
  /** JSON. */
  readonly address: string
  readonly at: number
}
