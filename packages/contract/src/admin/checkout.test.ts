// Checkouts in the administration: every limit from both sides, and the meaning of missing and null.
import { Checkout, CheckoutSlug } from "@vintem/domain/catalogue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf, readBody } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { CheckoutView, checkoutBody, checkoutChangeBody, checkoutReferences, checkoutView } from "./checkout.ts"

const decodeCheckout = bodyOf(checkoutBody)
const decodeCheckoutChange = (body: unknown, slug: CheckoutSlug) => readBody(checkoutChangeBody, body, { slug })

const errorsOf = (decoded: Result.Result<unknown, InvalidFields>): Record<string, unknown> =>
  Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }

const slug = CheckoutSlug.make("curso")
const body = { title: "Curso", product_id: 7 }
const isNoSlug = "must have 1 to 100 letters without accents, digits, hyphens and underscores, a letter or digit first."

describe("checkoutBody", () => {
  it("needs a title and a product only", () => {
    expect(decodeCheckout(body)).toEqual(
      Result.succeed({
        slug: null,
        title: "Curso",
        product: 7,
        quantity: 1,
        recurrence: null,
        redirectAfterSuccess: null,
      }),
    )
  })

  it("reads everything", () => {
    const full = {
      slug: " Curso_2 ",
      title: " Curso ",
      product_id: "7",
      quantity: "3",
      recurrence: { every: "month", count: "3", cycles: 4 },
      redirect_after_success: "https://loja.example.com/obrigado?a=b",
    }
    expect(decodeCheckout(full)).toEqual(
      Result.succeed({
        slug: "Curso_2",
        title: "Curso",
        product: 7,
        quantity: 3,
        recurrence: { every: "month", count: 3, cycles: 4 },
        redirectAfterSuccess: "https://loja.example.com/obrigado?a=b",
      }),
    )
  })

  it("reads one unit for a recurrence without a count, and sets no end", () => {
    expect(decodeCheckout({ ...body, recurrence: { every: "week" } })).toMatchObject({
      success: { recurrence: { every: "week", count: 1, cycles: null } },
    })
  })

  it.each([
    ["slug", "x".repeat(100), "x".repeat(101), isNoSlug],
    ["slug", "", "-curso", isNoSlug],
    ["slug", "curso-1", "curso 1", isNoSlug],
    ["slug", "Curso", "curso/1", isNoSlug],
    ["slug", null, 1, "must be a string."],
    ["title", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["product_id", 1, null, "field is required."],
    ["product_id", 1, 0, "does not exist."],
    ["product_id", "1", "seven", "must be an integer."],
    ["quantity", 1, 0, "must be between 1 and 999999."],
    ["quantity", 999_999, 1_000_000, "must be between 1 and 999999."],
    ["quantity", "", 1.5, "must be an integer."],
    ["recurrence", null, "month", "must be an object."],
    ["redirect_after_success", null, "loja.example.com", "must be an http or https URL of at most 2048 characters."],
    [
      "redirect_after_success",
      "http://loja.example.com",
      "http://a:b@loja.example.com",
      "may not contain a user or a password.",
    ],
  ])("%s accepts %j and refuses %j", (name, good, bad, predicate) => {
    expect(errorsOf(decodeCheckout({ ...body, [name]: good }))).toEqual({})
    expect(errorsOf(decodeCheckout({ ...body, [name]: bad }))).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it.each([
    [{}, { "recurrence.every": "field is required." }],
    [{ every: "hour" }, { "recurrence.every": "must be one of day, week, month, year." }],
    [{ every: "month", count: 0 }, { "recurrence.count": "must be between 1 and 365." }],
    [{ every: "day", count: 365 }, {}],
    [{ every: "day", count: 366 }, { "recurrence.count": "must be between 1 and 365." }],
    [{ every: "week", count: 53 }, { "recurrence.count": "must be between 1 and 52." }],
    [{ every: "month", count: 60 }, {}],
    [{ every: "month", count: 61 }, { "recurrence.count": "must be between 1 and 60." }],
    [{ every: "year", count: 11 }, { "recurrence.count": "must be between 1 and 10." }],
    [{ every: "month", cycles: 999 }, {}],
    [{ every: "month", cycles: 1_000 }, { "recurrence.cycles": "must be between 1 and 999." }],
    [{ every: "month", cycles: 0 }, { "recurrence.cycles": "must be between 1 and 999." }],
  ])("checks the recurrence %j", (recurrence, predicates) => {
    const messages = Object.entries(predicates).map(([path, predicate]) => [path, [`The ${path} ${predicate}`]])
    expect(errorsOf(decodeCheckout({ ...body, recurrence }))).toEqual(Object.fromEntries(messages))
  })

  it("reports every fault at once", () => {
    const faults = { slug: "-", quantity: "many", redirect_after_success: 1, recurrence: { count: "x", cycles: -1 } }
    expect(Object.keys(errorsOf(decodeCheckout(faults)))).toEqual([
      "slug",
      "title",
      "product_id",
      "quantity",
      "redirect_after_success",
      "recurrence.every",
      "recurrence.count",
      "recurrence.cycles",
    ])
    expect(errorsOf(decodeCheckout(null))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("checkoutChangeBody", () => {
  it.each([
    [{}, {}],
    [{ title: "", product_id: null, quantity: "", recurrence: "", redirect_after_success: " " }, {}],
    [
      { title: "Outro", product_id: 8, quantity: 2 },
      { title: "Outro", product: 8, quantity: 2 },
    ],
    [{ recurrence: { every: "year" } }, { recurrence: { every: "year", count: 1, cycles: null } }],
    [
      { recurrence: null, redirect_after_success: null },
      { recurrence: null, redirectAfterSuccess: null },
    ],
    [{ slug: "curso", created_at: "x" }, {}],
  ])("for %j reads %j", (change, read) => {
    expect(decodeCheckoutChange(change, slug)).toEqual(Result.succeed(read))
  })

  it("reports every fault at once, including another slug", () => {
    const faults = { slug: "-", title: 1, recurrence: { every: "month", count: 99 } }
    expect(errorsOf(decodeCheckoutChange(faults, slug))).toEqual({
      slug: ["The slug may not be changed."],
      title: ["The title must be a string."],
      "recurrence.count": ["The recurrence.count must be between 1 and 60."],
    })
    expect(errorsOf(decodeCheckoutChange({ title: 1, recurrence: 1 }, slug))).toEqual({
      title: ["The title must be a string."],
      recurrence: ["The recurrence must be an object."],
    })
    expect(errorsOf(decodeCheckoutChange(1, slug))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("checkoutReferences", () => {
  it.each([
    [
      { product_id: "7", slug: "curso", title: 1 },
      { product: 7, slug: "curso" },
    ],
    [
      { product_id: 0, slug: "-" },
      { product: null, slug: null },
    ],
    [{}, { product: null, slug: null }],
    ["curso", { product: null, slug: null }],
  ])("in %j are %j", (wrongBody, references) => {
    expect(checkoutReferences(wrongBody)).toEqual(references)
  })
})

describe("checkoutView", () => {
  const checkout = Schema.decodeSync(Checkout)({
    company: 1,
    slug: "curso",
    title: "Curso",
    product: 7,
    quantity: 2,
    recurrence: { every: "month", count: 3, cycles: null },
    redirectAfterSuccess: null,
    createdAt: Date.UTC(2026, 10, 21, 13),
  })
  const shown = {
    slug: "curso",
    title: "Curso",
    product_id: 7,
    quantity: 2,
    recurrence: { every: "month", count: 3, cycles: null },
    redirect_after_success: null,
    created_at: "2026-11-21 10:00:00",
  }

  it("shows every field, including empty ones", () => {
    expect(checkoutView(checkout)).toEqual(shown)
    expect(Schema.is(CheckoutView)(checkoutView({ ...checkout, recurrence: null }))).toBe(true)
  })

  it("can be sent back without changing anything", () => {
    const change = Result.getOrThrow(decodeCheckoutChange(shown, checkout.slug))
    expect({ ...checkout, ...change }).toEqual(checkout)
  })
})
