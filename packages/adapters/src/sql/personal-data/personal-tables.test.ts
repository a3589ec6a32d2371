// The table of personal data: which parts of a log are erased, and that every table has a description.
import { describe, expect, it } from "vitest"
import { personalTables } from "./personal-tables.ts"

describe("the table of personal data", () => {
  it("erases the same data from an order's event as from the order", () => {
    expect(personalTables.order_event.columns.body).toEqual({
      "details.customer.fullname": "fullname",
      "details.customer.email": "email",
      "details.customer.document": "document",
      "details.customer.telephone": "telephone",
      "details.address": "null",
      "report.cardToken": "absent",
    })
  })

  it("says for each table what it holds, why, for how long, and what is left", () => {
    for (const { after, holds, howLong, why } of Object.values(personalTables)) {
      for (const sentence of [holds, why, howLong, after]) expect(sentence).toMatch(/\S{2}/u)
    }
  })
})
