// The table of personal data: what is erased of a log, and that every table says what it holds.
import { describe, expect, it } from "vitest"
import { personalTables } from "./personal-tables.ts"

describe("the table of personal data", () => {
  it("erases from the event of an order what it erases from the order", () => {
    expect(personalTables.order_event.columns.body).toEqual({
      "details.customer.fullname": "fullname",
      "details.customer.email": "email",
      "details.customer.document": "document",
      "details.customer.telephone": "telephone",
      "details.address": "null",
      "report.cardToken": "absent",
    })
  })

  it("says of each table what it holds, why, for how long, and what is left", () => {
    for (const { after, holds, howLong, why } of Object.values(personalTables)) {
      for (const sentence of [holds, why, howLong, after]) expect(sentence).toMatch(/\S{2}/u)
    }
  })
})
