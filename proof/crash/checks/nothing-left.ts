/** Checks that all work is finished: no attempt hangs, no job is late. */
import type { Check } from "../check.ts"

export const nothingInFlight: Check = {
  title: "every attempt that was in flight at a kill is resolved",
  contradictions: ({ database }) =>
    database
      .prepare<[], { number: string; status: string; key: string | null }>(
        `select number, status, key from orders left join order_attempt on order_number = number and in_flight = 1
         where key is not null or status = 'pending'`,
      )
      .all()
      .map(({ number, status, key }) => `order ${number} is ${status}, its attempt ${key ?? "over"}`),
}

export const nothingOverdue: Check = {
  title: "no work is overdue or given up",
  contradictions: ({ database, now }) =>
    database
      .prepare<[number], { name: string; due_at: number; claims: number; reason: string | null }>(
        "select name, due_at, claims, reason from job where died_at is not null or ready_at <= ?",
      )
      .all(now)
      .map(({ name, due_at, claims, reason }) => {
        const due = new Date(due_at).toISOString()
        return `${name}, due at ${due}, was claimed ${claims} times: ${reason ?? "still waits"}`
      }),
}
