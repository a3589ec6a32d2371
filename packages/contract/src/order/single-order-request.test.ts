// Reading the single order: every limit from both sides, and every fault of a body at once.
import { LocalDate } from "@vintem/domain/calendar"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { isObject, readBody } from "../input/codec.ts"
import { invalid } from "../invalid.ts"
import { partialReferences, SingleOrderRequest, singleOrderBody } from "./single-order-request.ts"

const decodeSingleOrder = (body: unknown, today: LocalDate) => readBody(singleOrderBody, body, { today })

const today = LocalDate.make("2026-11-21")
const token = "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"
const card = { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" }
const item = { sku: "camiseta-azul", title: "Camiseta azul", unit_price: 99.9, quantity: 2 }

const body = {
  customer: {
    email: "maria@example.com",
    fullname: "Maria da Silva",
    taxvat: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01310-100",
    street: "Avenida Paulista",
    number: 1578,
    district: "Bela Vista",
    city: "São Paulo",
    region: "SP",
  },
  items: [item],
  discount: { total: 10 },
  payment: { method: "credit", installments: 3, card },
}

/** The body with the value at a dotted path replaced; without the field if the value is undefined. */
const withAt = (path: string, value: unknown): unknown => replaced(body, path.split("."), value)

const replaced = (node: unknown, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (Array.isArray(node)) return node.map((one, index) => (String(index) === name ? next(one, rest, value) : one))
  const fields = isObject(node) ? node : {}
  const { [name]: old, ...others } = fields
  return rest.length === 0 && value === undefined ? others : { ...fields, [name]: next(old, rest, value) }
}

const next = (old: unknown, rest: ReadonlyArray<string>, value: unknown): unknown =>
  rest.length === 0 ? value : replaced(old, rest, value)

const errorsOf = (input: unknown, at = today): Record<string, unknown> => {
  const decoded = decodeSingleOrder(input, at)
  return Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }
}

const decoded = (input: unknown) => Result.getOrThrow(decodeSingleOrder(input, today))

describe("a single order", () => {
  it("is read into the domain's values", () => {
    const order = decoded(body)
    expect(order).toMatchObject({
      customerId: null,
      customer: {
        fullname: "Maria da Silva",
        email: "maria@example.com",
        document: "52998224725",
        telephone: "11987654321",
      },
      address: { postcode: "01310100", number: "1578", complement: "", region: "SP" },
      items: [
        {
          productId: null,
          sku: "camiseta-azul",
          title: "Camiseta azul",
          unitPrice: 9_990,
          priceCost: null,
          quantity: 2,
        },
      ],
      discount: 1_000,
      amount: 18_980,
      payment: { _tag: "credit", installments: 3 },
    })
    expect(order.address).not.toHaveProperty("country")
  })

  it("is read from form data: numbers as text, and blanks for missing values", () => {
    const order = decoded({
      customer: {
        ...body.customer,
        id: "42",
        fullname: "  Maria  da Silva ",
        taxvat: "529.982.247-25",
        telephone: "+55 (11) 98765-4321",
      },
      address: { ...body.address, number: "1578", complement: " ", region: "sp", country: "br" },
      items: [{ sku: "", title: "Café em Grãos", unit_price: "10.50", quantity: "3" }],
      discount: "",
      payment: { method: "pix", expiration: "30", installments: "many", card: "" },
    })
    expect(order).toMatchObject({
      customerId: 42,
      customer: { fullname: "Maria da Silva" },
      address: { complement: "", region: "SP", country: "BR" },
      items: [{ sku: "cafe-em-graos", unitPrice: 1_050, quantity: 3 }],
      discount: 0,
      amount: 3_150,
      payment: { _tag: "pix", expiration: 30 },
    })
  })

  it.each([
    [{ method: "pix" }, { _tag: "pix", expiration: null }],
    [
      { method: "pix", expiration: null },
      { _tag: "pix", expiration: null },
    ],
    [{ method: "bank_slip" }, { _tag: "bank_slip", expiration: null }],
    [
      { method: "bank_slip", expiration: 5 },
      { _tag: "bank_slip", expiration: 5 },
    ],
    [
      { method: "credit", installments: 1, card: { token, number: "is not looked at" } },
      { _tag: "credit", installments: 1, card: { _tag: "saved", token } },
    ],
  ])("pays by %j", (payment, read) => {
    expect(decoded(withAt("payment", payment)).payment).toEqual(read)
  })

  it("keeps number and security code where no log can print them", () => {
    const { payment } = decoded(body)
    if (payment._tag !== "credit" || payment.card._tag !== "new") throw new Error("It pays with a new card.")
    expect(Redacted.value(payment.card.details.number)).toBe(card.number)
    expect(String(payment.card.details.number)).not.toContain("4242")
  })

  it("ignores unknown fields", () => {
    expect(decoded({ ...body, cvv: "123", customer: { ...body.customer, password: "x" } })).toEqual(decoded(body))
  })
})

describe("limits", () => {
  it.each([
    ["customer.id", 1, 0, "does not exist."],
    ["customer.id", "9007199254740", -1, "does not exist."],
    ["customer.id", 42, "forty-two", "must be an integer."],
    ["customer.id", null, 4.2, "must be an integer."],
    ["customer.fullname", "Li", "L", "must have at least 2 characters."],
    ["customer.fullname", "é".repeat(140), "é".repeat(141), "may not be longer than 140 characters."],
    ["customer.fullname", "Maria d'Ávila 2ª", "Maria\u0000", "may not contain control characters."],
    ["customer.fullname", "Maria da Silva", "Maria\u202eSilva", "may not contain control characters."],
    ["customer.email", "a@b.co", "a@b", "must be a valid e-mail address."],
    ["customer.taxvat", "12.ABC.345/01DE-35", "12.ABC.345/01DE-36", "must be a valid CPF or CNPJ."],
    ["customer.taxvat", "00000000191", 191, "must be a string."],
    ["customer.telephone", "1133334444", "113333444", "must be a Brazilian telephone number with its area code."],
    ["address.postcode", "01310100", "01310-10", "must be a valid postal code."],
    ["address.street", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["address.number", "s/n", true, "must be a string or an integer."],
    ["address.number", "x".repeat(20), "x".repeat(21), "may not be longer than 20 characters."],
    ["address.complement", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["address.district", "x".repeat(120), "x".repeat(121), "may not be longer than 120 characters."],
    ["address.city", "x".repeat(120), "x".repeat(121), "may not be longer than 120 characters."],
    ["address.region", "DF", "XX", "must be the abbreviation of a Brazilian state."],
    ["address.country", "BR", "BRA", "must be a country code of two letters."],
    ["items", Array.from({ length: 100 }, () => item), [], "must have at least 1 item."],
    ["items", [item], Array.from({ length: 101 }, () => item), "may not have more than 100 items."],
    ["items", [item], { "0": item }, "must be an array."],
    ["items.0", item, "camiseta", "must be an object."],
    ["items.0.title", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["items.0.sku", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["items.0.unit_price", 10.01, 10.001, "may not have more than two decimals."],
    ["items.0.unit_price", "10.01", "10,01", "must be a number."],
    ["items.0.unit_price", 5.03, -0.01, "must be at least 0.00."],
    ["items.0.unit_price", 49_999_999_999.99, 1e11, "must be below 100000000000.00."],
    ["items.0.quantity", 1, 0, "must be between 1 and 999999."],
    ["items.0.quantity", 999_999, 1_000_000, "must be between 1 and 999999."],
    ["items.0.quantity", 2, 1.5, "must be an integer."],
    ["discount", {}, [], "must be an object."],
    ["discount.total", 0, -0.01, "must be at least 0.00."],
    ["payment", body.payment, "pix", "must be an object."],
    ["payment.method", "credit", "boleto", "must be one of credit, bank_slip, pix."],
    ["payment.installments", 1, 0, "must be between 1 and 12."],
    ["payment.installments", "12", 13, "must be between 1 and 12."],
    ["payment.card", { token }, "4242424242424242", "must be an object."],
    ["payment.card.holder", "x".repeat(25), "x".repeat(26), "may not be longer than 25 characters."],
    ["payment.card.holder", "José d Ávila", "José d'Ávila", "may only contain letters and spaces."],
    ["payment.card.number", "4242 4242 4242 4242", "4242424242424241", "must be a valid card number."],
    ["payment.card.number", card.number, 4242424242424242, "must be a string."],
    ["payment.card.expiration", "11/2026", "10/2026", "must not be in the past."],
    ["payment.card.expiration", "12/2026", "12/26", "must be a month as MM/YYYY."],
    ["payment.card.security", "123", "1234", "must have 3 digits."],
    ["payment.card.token", token, "tok_1", "does not exist."],
    ["payment.card.token", token.toUpperCase(), 7, "must be a string."],
  ])("%s accepts %j and refuses %j", (path, good, bad, predicate) => {
    expect(errorsOf(withAt(path, good))).toEqual({})
    expect(errorsOf(withAt(path, bad))).toEqual({ [path]: [`The ${path} ${predicate}`] })
  })

  it.each([
    "customer.email",
    "customer.fullname",
    "customer.taxvat",
    "customer.telephone",
    "address.postcode",
    "address.street",
    "address.number",
    "address.complement",
    "address.district",
    "address.city",
    "address.region",
    "items.0.sku",
    "items.0.title",
  ])("%s has no control character", (path) => {
    for (const character of ["\u0000", "\u0008", "\u001f", "\u007f", "\u0085", "\ud800", "a\nb"]) {
      expect(Object.keys(errorsOf(withAt(path, `a${character}b`))), JSON.stringify(character)).toEqual([path])
    }
  })

  it.each([
    ["pix", 1, 0, "must be between 1 and 43200."],
    ["pix", "43200", 43_201, "must be between 1 and 43200."],
    ["pix", 10, 10.5, "must be an integer."],
    ["bank_slip", 1, 0, "must be between 1 and 365."],
    ["bank_slip", 365, 366, "must be between 1 and 365."],
  ])("the expiration of %s accepts %j and refuses %j", (method, good, bad, predicate) => {
    expect(errorsOf(withAt("payment", { method, expiration: good }))).toEqual({})
    expect(errorsOf(withAt("payment", { method, expiration: bad }))).toEqual({
      "payment.expiration": [`The payment.expiration ${predicate}`],
    })
  })

  it("requires four digits of an amex card", () => {
    const amex = { ...card, number: "378282246310005" }
    expect(errorsOf(withAt("payment.card", { ...amex, security: "1234" }))).toEqual({})
    expect(errorsOf(withAt("payment.card", amex))).toEqual({
      "payment.card.security": ["The payment.card.security must have 4 digits."],
    })
  })

  it.each(["", " ", null])("reads the full card if the token is %j", (blank) => {
    expect(decoded(withAt("payment.card", { ...card, token: blank })).payment).toMatchObject({ card: { _tag: "new" } })
  })

  it("accepts a card through the last day of its month", () => {
    const lastMonth = withAt("payment.card.expiration", "11/2026")
    expect(errorsOf(lastMonth, LocalDate.make("2026-11-30"))).toEqual({})
    expect(Object.keys(errorsOf(lastMonth, LocalDate.make("2026-12-01")))).toEqual(["payment.card.expiration"])
  })
})

describe("required fields", () => {
  it.each([
    "customer",
    "customer.email",
    "customer.fullname",
    "customer.taxvat",
    "customer.telephone",
    "address",
    "address.postcode",
    "address.street",
    "address.number",
    "address.district",
    "address.city",
    "address.region",
    "items",
    "items.0.title",
    "items.0.unit_price",
    "items.0.quantity",
    "payment",
    "payment.method",
    "payment.installments",
    "payment.card",
    "payment.card.holder",
    "payment.card.number",
    "payment.card.expiration",
    "payment.card.security",
  ])("%s is required, and counts as missing if it is blank or null", (path) => {
    for (const absent of [undefined, null, "", "  "]) {
      expect(errorsOf(withAt(path, absent))).toEqual({ [path]: [`The ${path} field is required.`] })
    }
  })

  it.each([
    "customer.id",
    "address.complement",
    "address.country",
    "items.0.sku",
    "discount",
    "discount.total",
    "payment.expiration",
  ])("%s is optional", (path) => {
    for (const absent of [undefined, null, ""]) expect(errorsOf(withAt(path, absent))).toEqual({})
  })

  it.each([[null], [[]], ["order"], [7]])("are read from an object, not from %j", (input) => {
    expect(errorsOf(input)).toEqual({ body: ["The body must be an object."] })
  })
})

describe("rules between fields", () => {
  const one = (unit_price: number | string, quantity = 1) => [{ ...item, unit_price, quantity }]

  it("requires at least one centavo", () => {
    const at = (total: number) => ({ ...body, items: one(10), discount: { total }, payment: { method: "pix" } })
    expect(decoded(at(9.99)).amount).toBe(1)
    for (const total of [10, 10.01]) {
      expect(errorsOf(at(total))).toEqual({ items: ["The items must add up to at least 0.01 after the discount."] })
    }
  })

  it("requires less than 10¹¹ reais", () => {
    const at = (unit_price: string, quantity: number) => ({
      ...body,
      items: one(unit_price, quantity),
      payment: { method: "pix" },
    })
    expect(errorsOf(at("33333333333.33", 3))).toEqual({})
    const tooMuch = { items: ["The items may not add up to 100000000000.00 or more."] }
    expect(errorsOf(at("33333333333.34", 3))).toEqual(tooMuch)
    expect(errorsOf(at("99999999999.99", 999_999))).toEqual(tooMuch)
    expect(errorsOf({ ...at("99999999999.99", 1), items: [...one("99999999999.99"), item] })).toEqual(tooMuch)
  })

  it("limits a slip to the amount that its barcode can hold", () => {
    const at = (unit_price: number, method: string) => ({
      ...body,
      items: one(unit_price),
      discount: {},
      payment: { method },
    })
    expect(errorsOf(at(99_999_999.99, "bank_slip"))).toEqual({})
    expect(errorsOf(at(100_000_000, "pix"))).toEqual({})
    expect(errorsOf(at(100_000_000, "bank_slip"))).toEqual({
      "payment.method": ["The payment.method may not be bank_slip for more than 99999999.99."],
    })
  })

  it("requires a centavo for every installment", () => {
    const at = (installments: number) => ({
      ...body,
      items: one(0.03),
      discount: {},
      payment: { method: "credit", installments, card },
    })
    expect(errorsOf(at(3))).toEqual({})
    expect(errorsOf(at(4))).toEqual({
      "payment.installments": ["The payment.installments may not be more than the number of centavos in the total."],
    })
  })

  it("run together with the faults of other fields", () => {
    const errors = errorsOf({ ...body, customer: {}, discount: { total: 1_000 }, payment: { method: "cash" } })
    expect(Object.keys(errors)).toEqual([
      "customer.email",
      "customer.fullname",
      "customer.taxvat",
      "customer.telephone",
      "items",
      "payment.method",
    ])
  })

  it("do not run if one of their fields could not be read", () => {
    const errors = errorsOf({ ...body, items: [{ ...item, quantity: 0 }], discount: { total: 1_000 } })
    expect(Object.keys(errors)).toEqual(["items.0.quantity"])
  })
})

describe("every fault at once", () => {
  it("lists them in the order of the fields", () => {
    const errors = errorsOf({
      customer: { id: "x", email: "x", fullname: "x", taxvat: "1", telephone: "1" },
      address: {
        postcode: "1",
        street: "",
        number: [],
        district: 1,
        city: "x".repeat(121),
        region: "ZZ",
        country: "B",
      },
      items: [{ sku: 1, title: "", unit_price: 1.005, quantity: "0" }, 3],
      discount: { total: "ten" },
      payment: { method: "credit", installments: 13, card: { number: "1", expiration: "13/2030", security: 1 } },
    })
    expect(Object.keys(errors)).toEqual([
      "customer.id",
      "customer.email",
      "customer.fullname",
      "customer.taxvat",
      "customer.telephone",
      "address.postcode",
      "address.street",
      "address.number",
      "address.district",
      "address.city",
      "address.region",
      "address.country",
      "items.0.sku",
      "items.0.title",
      "items.0.unit_price",
      "items.0.quantity",
      "items.1",
      "discount.total",
      "payment.installments",
      "payment.card.holder",
      "payment.card.number",
      "payment.card.expiration",
      "payment.card.security",
    ])
  })

  it("never repeats sent values", () => {
    const secrets = ["4242424242424241", "52998224720", "98765"]
    const text = JSON.stringify(
      errorsOf({
        ...body,
        customer: { ...body.customer, taxvat: secrets[1], telephone: secrets[2] },
        payment: { ...body.payment, card: { ...card, number: secrets[0], security: secrets[2] } },
      }),
    )
    expect(text).toContain("payment.card.number")
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

describe("partialReferences", () => {
  it.each([
    [
      "both",
      { customer: { id: "42" }, payment: { method: "credit", card: { token } } },
      { customerId: 42, cardToken: token },
    ],
    ["a customer beside faults", { customer: { id: 42, email: 5 }, items: 7 }, { customerId: 42, cardToken: null }],
    ["no card where none is charged", { payment: { method: "pix", card: { token } } }, nothing()],
    ["no customer that cannot be", { customer: { id: -1 } }, nothing()],
    ["no card that cannot be", { payment: { method: "credit", card: { token: "tok_1" } } }, nothing()],
    ["nothing in nothing", {}, nothing()],
    ["nothing in what is no body", [], nothing()],
    ["nothing in what is no part", { customer: 42, payment: { method: "credit", card: token } }, nothing()],
  ])("finds %s", (_, input, references) => {
    expect(partialReferences(input)).toEqual(references)
  })

  function nothing() {
    return { customerId: null, cardToken: null }
  }
})

describe("SingleOrderRequest", () => {
  const examples = SingleOrderRequest.ast.annotations?.["examples"]

  it("has examples that are read without a fault, one for each payment method", () => {
    expect(Array.isArray(examples) ? examples.map((example) => errorsOf(example)) : []).toEqual([{}, {}, {}, {}])
  })

  it("accepts values that clients may write, even if our decoder does not list them", () => {
    const decode = Schema.decodeUnknownSync(SingleOrderRequest)
    expect(() => decode(withAt("items.0.unit_price", "99.90"))).not.toThrow()
    expect(() => decode(withAt("payment.installments", "3"))).not.toThrow()
    expect(() => decode(withAt("items", []))).toThrow(/items/u)
  })
})
