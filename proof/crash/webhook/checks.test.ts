// The files alone cannot break the order of webhooks, because an id is made of its place: here the receipts come in a wrong order.
import BetterSqlite from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { eachCameAfterTheOneBefore } from "./checks.ts"

/** Two webhooks of one order. */
const database = new BetterSqlite(":memory:")
database.exec(`
  create table webhook_delivery (id integer, order_number text, sequence integer, kind text, state text, next_attempt_at integer, attempts text);
  create table webhook_body (delivery_id integer, body text);
  insert into webhook_delivery values (1, 'A', 1, 'order_placed', 'delivered', null, '[]'), (2, 'A', 2, 'paid', 'delivered', null, '[]');
  insert into webhook_body values (1, '{}'), (2, '{}');
`)

describe("the order of one order's webhooks", () => {
  it.each([
    ["one after the other", ["1 204", "2 204"], 0],
    ["the second after the first was refused and accepted", ["1 500", "1 204", "2 204"], 0],
    ["the second after the last try of the first", ["1 500", "1 500", "2 204"], 0],
    ["the first again after it was accepted", ["1 204", "2 204", "1 204"], 0],
    ["the second first", ["2 204", "1 204"], 1],
    ["the second before the first was accepted", ["1 500", "2 204", "1 204"], 1],
  ])("%s", async (_, arrivals, breaches) => {
    const receipts = arrivals.map((arrival) => {
      const [sequence = "", answered = ""] = arrival.split(" ")
      return { id: `evt_A_${sequence}`, headers: {}, body: "{}", at: 0, answered: Number(answered) }
    })
    const found = await eachCameAfterTheOneBefore(receipts).contradictions({ file: ":memory:", database, now: 0 })
    expect(found).toHaveLength(breaches)
  })
})
