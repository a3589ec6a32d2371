// How a person's data is replaced in stored JSON, and the replacements.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CustomerDetails } from "../customer/customer.ts"
import { parseDocument } from "../documents/document.ts"
import { CustomerId } from "../identifiers/customer.ts"
import { erasedValue, erasePlaces } from "./erase-places.ts"
import { erasedAnswer, erasedDetails, erasedDocument, erasedWebhookBody, isErasedPerson } from "./erased-person.ts"

const erased = erasedDetails(CustomerId.make(1))
const erase = (value: unknown, places: Parameters<typeof erasePlaces>[1]) => erasePlaces(value, places, erased)

describe("erasePlaces", () => {
  it("replaces the value of a place, and keeps everything else in its order", () => {
    const stored = { first: 1, customer: { fullname: "Ana", city: "Recife" }, last: null }
    const after = erase(stored, { "customer.fullname": "fullname" })
    expect(JSON.stringify(after)).toBe(
      '{"first":1,"customer":{"fullname":"Cliente apagado","city":"Recife"},"last":null}',
    )
    expect(stored.customer.fullname).toBe("Ana")
  })

  it("replaces several places", () => {
    expect(erase({ e: "ana@example.com", d: "52998224725" }, { e: "email", d: "document" })).toEqual({
      e: "apagado@vintem.invalid",
      d: erased.document,
    })
  })

  it("sets a value to null, or removes its name", () => {
    expect(erase({ note: "Ana", ip: "192.0.2.1" }, { note: "null", ip: "absent" })).toStrictEqual({ note: null })
  })

  it("goes through every element of a list", () => {
    expect(erase({ orders: [{ name: "Ana" }, {}, { name: "Eva" }] }, { "orders.*.name": "null" })).toEqual({
      orders: [{ name: null }, {}, { name: null }],
    })
    expect(erase(["ana@example.com"], { "*": "email_key" })).toEqual(["apagado@vintem.invalid"])
  })

  it.each([
    ["a name that is not there", { a: 1 }, "b"],
    ["a name that objects inherit", {}, "toString"],
    ["the element of what is no list", { a: { b: 1 } }, "a.*"],
    ["a name within a list", { a: [1] }, "a.0"],
    ["a name within a text", { a: "length" }, "a.length"],
    ["a name within null", { a: null }, "a.b"],
  ])("adds nothing at %s", (_, value, place) => {
    expect(erase(value, { [place]: "fullname" })).toEqual(value)
  })

  it.each([[null], ["Ana"], [7], [undefined]])("leaves %j unchanged, which has no places", (value) => {
    expect(erase(value, { fullname: "fullname" })).toBe(value)
  })
})

describe("erasedValue", () => {
  it("returns an erased address's key", () => {
    const details = { ...erased, email: Schema.decodeSync(CustomerDetails.fields.email)("Apagado@vintem.invalid") }
    expect(erasedValue("email_key", details)).toBe("apagado@vintem.invalid")
    expect(erasedValue("email", details)).toBe("Apagado@vintem.invalid")
  })
})

describe("erasedDetails", () => {
  it("are details that every schema accepts", () => {
    expect(Schema.is(CustomerDetails)(erased)).toBe(true)
    expect(erased).toMatchObject({ fullname: "Cliente apagado", telephone: "1100000000" })
    expect(isErasedPerson(erased)).toBe(true)
  })

  it.each([1, 35, 36, 2 ** 31])("have their own document for customer %i, which no customer can have", (id) => {
    const document = erasedDocument(CustomerId.make(id))
    expect(document).toHaveLength(14)
    expect(document.slice(0, 12).endsWith(id.toString(36).toUpperCase())).toBe(true)
    expect(Result.isFailure(parseDocument(document))).toBe(true)
    expect(document).not.toBe(erasedDocument(CustomerId.make(id + 1)))
  })

  it("never equal a real person's details", () => {
    expect(isErasedPerson({ document: Schema.decodeSync(CustomerDetails.fields.document)("52998224725") })).toBe(false)
  })
})

describe("an answer about an erased person", () => {
  it("says that the data is gone, as JSON", () => {
    expect(JSON.parse(erasedWebhookBody)).toEqual({ erased: true })
    expect(erasedAnswer.status).toBe(410)
    expect(JSON.parse(erasedAnswer.body)).toEqual({
      hasError: true,
      response: "The customer data of this request was erased.",
    })
  })
})
