// The filters of the list of orders: how they are read, the store's filters, and how clients write them.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { invalidFromIssue } from "../invalid.ts"
import { pageOf } from "../pagination.ts"
import { OrderListQuery, orderFilter } from "./order-list.ts"

const decode = Schema.decodeUnknownResult(OrderListQuery, { errors: "all" })
const filterOf = (query: unknown) => orderFilter(Result.getOrThrow(decode(query)))
const errorsOf = (query: unknown) => {
  const decoded = decode(query)
  return Result.isSuccess(decoded) ? {} : invalidFromIssue(decoded.failure.issue).response.errors
}

const statuses =
  "created, pending, risk_analysis, waiting_payment, unpaid, paid, complete, dispute, chargeback, refund, canceled"

describe("orderFilter", () => {
  it.each([
    [{}, {}],
    [{ page: "3" }, {}],
    [{ status: "", src: " ", from: "", taxvat: "" }, {}],
    [{ status: "paid" }, { statuses: ["paid"] }],
    [{ status: "paid, unpaid" }, { statuses: ["paid", "unpaid"] }],
    [
      { src: "Loja 1", ref: "A-1001" },
      { src: "Loja 1", ref: "A-1001" },
    ],
    [{ product_id: "7" }, { productId: 7 }],
    [{ taxvat: "529.982.247-25" }, { document: "52998224725" }],
    [{ cor: "azul" }, {}],
  ])("turns %j into %j", (query, filter) => {
    expect(filterOf(query)).toEqual(filter)
  })

  it("uses whole days in São Paulo, both included", () => {
    expect(filterOf({ from: "2026-11-21", to: "2026-11-21" })).toEqual({
      from: Date.UTC(2026, 10, 21, 3),
      before: Date.UTC(2026, 10, 22, 3),
    })
  })

  it("keeps a range that ends before it begins, which then matches nothing", () => {
    const { from, before } = filterOf({ from: "2026-11-22", to: "2026-11-20" })
    expect(before).toBeLessThan(from ?? 0)
  })
})

describe("OrderListQuery", () => {
  it.each([
    ["page", "0", "must be at least 1."],
    ["page", "-1", "must be at least 1."],
    ["page", "1.5", "must be an integer."],
    ["page", "two", "must be an integer."],
    ["from", "2026-02-30", "must be a date as YYYY-MM-DD."],
    ["to", "21/11/2026", "must be a date as YYYY-MM-DD."],
    ["status", "paid,lost", `must be one or several of ${statuses}, separated by commas.`],
    ["status", "paid,", `must be one or several of ${statuses}, separated by commas.`],
    ["status", "PAID", `must be one or several of ${statuses}, separated by commas.`],
    ["status", ["paid", "unpaid"], "may be given only once."],
    ["product_id", "x", "must be an integer."],
    ["taxvat", "52998224726", "must be a valid CPF or CNPJ."],
    ["src", "a\u0000", "may not contain control characters."],
    ["ref", "x".repeat(256), "may not be longer than 255 characters."],
  ])("refuses %s=%j", (name, value, predicate) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it("reports every fault at once", () => {
    expect(Object.keys(errorsOf({ page: "0", from: "x", to: "y", status: "z", taxvat: "1" }))).toEqual([
      "page",
      "from",
      "to",
      "status",
      "taxvat",
    ])
  })

  it.each([
    [{}, 1],
    [{ page: "" }, 1],
    [{ page: "1" }, 1],
    [{ page: "20" }, 20],
    [{ page: "1000000000000" }, 1_000_000_000_000],
    [{ page: "9007199254740993" }, 1_000_000_000_000],
    [{ page: "9".repeat(20) }, 1_000_000_000_000],
  ])("with %j requests page %i", (query, page) => {
    expect(pageOf(Result.getOrThrow(decode(query)))).toBe(page)
  })

  it("is written by clients as the service reads it", () => {
    const written = {
      page: "2",
      from: "2026-11-01",
      to: "2026-11-30",
      status: "paid,unpaid",
      src: "Loja 1",
      ref: "A-1001",
      product_id: "7",
      taxvat: "52998224725",
    }
    expect(Schema.encodeSync(OrderListQuery)(Result.getOrThrow(decode(written)))).toEqual(written)
    expect(Schema.encodeSync(OrderListQuery)({})).toEqual({})
  })
})
