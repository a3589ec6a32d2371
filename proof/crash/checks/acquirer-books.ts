/** Checks that the acquirer's books and the service's agree: the second account of the money. */
import type { Check } from "../check.ts"

export const everyChargeHasItsOrder: Check = {
  title: "the acquirer has no charge without an order",
  contradictions: ({ database }) =>
    database
      .prepare<[], { key: string; named: string | null; order_number: string | null }>(
        `select entry.key, entry.body ->> '$.order' as named, order_number
         from books.charge as entry
         left join order_attempt using (key) left join orders on orders.number = order_number
         where orders.number is null or named <> order_number`,
      )
      .all()
      .map(
        ({ key, named, order_number }) =>
          `the charge ${key} is for order ${named}, the attempt of order ${order_number}`,
      ),
}

/**
 * The status of an order by the acquirer's state for its one attempt. The acquirer always has a state: resolving an
 * attempt that it does not know voids the key first.
 */
const statusesBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  confirmed: ["paid"],
  refused: ["unpaid"],
  voided: ["unpaid"],
  review: ["risk_analysis"],
  open: ["waiting_payment"],
}

/** An instrument that has expired by the service's clock. The acquirer has its own clock, and may not know yet. */
const expired = ["unpaid"]

export const booksAgree: Check = {
  title:
    "an order of one attempt stands as the acquirer's books say, for the same centavos; none is paid without a charge",
  contradictions: ({ database, now }) =>
    database
      .prepare<[], Compared>(
        `select number, orders.status, order_attempt.key,
           progress ->> '$.attempts[0].quote.charged' as asked, progress ->> '$.attempts[0].captured' as received,
           progress ->> '$.attempts[0].instrument.expiresAt' as expiresAt,
           case entry.body ->> '$._tag' when 'VoidedKey' then 'voided' else entry.body ->> '$.state' end as state,
           entry.body ->> '$.amount' as amount
         from orders left join order_attempt on order_number = number left join books.charge as entry using (key)
         where json_array_length(progress, '$.attempts') = 1`,
      )
      .all()
      .flatMap((row) => {
        const what = `order ${row.number} (${row.key}) is ${row.status}`
        if (row.state === null) return [`${what}, and the acquirer has nothing under its key`]
        const isOver = row.state === "open" && row.expiresAt !== null && row.expiresAt <= now
        const possible = isOver ? expired : (statusesBy[row.state] ?? [])
        if (!possible.includes(row.status)) return [`${what}; the acquirer has it as ${row.state}`]
        if (row.amount !== null && row.amount !== row.asked) {
          return [`${what} for ${row.asked} centavos; the acquirer was asked for ${row.amount}`]
        }
        const charged = row.state === "confirmed" ? row.amount : 0
        return row.received === charged
          ? []
          : [`${what} with ${row.received} centavos received; the acquirer charged ${charged}`]
      }),
}

interface Compared {
  readonly number: string
  readonly status: string
  readonly key: string | null
  readonly asked: number
  readonly received: number
  readonly expiresAt: number | null
  readonly state: string | null
  readonly amount: number | null
}
