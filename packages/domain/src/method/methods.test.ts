/** The rules of each payment method, and how long an issued instrument can be paid. */
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { LocalDate } from "../calendar/local-date.ts"
import { parseSaoPauloTimestamp } from "../calendar/sao-paulo.ts"
import { instrumentExpiry, instrumentText } from "./instrument.ts"
import { installmentCountOf } from "./method.ts"
import { methodRules } from "./methods.ts"
import { forEachMethod, PaymentMethod } from "./payment-method.ts"

const day = 86_400_000

describe("the rules of a method", () => {
  it.each([
    [
      "pix",
      {
        title: { "pt-BR": "Pix", en: "Pix" },
        amountMax: null,
        installmentsMax: 1,
        needsPayer: true,
        isDisputable: true,
      },
    ],
    ["pix", { refundWay: "reversal", refundWindowMillis: 90 * day }],
    [
      "bank_slip",
      {
        title: { "pt-BR": "Boleto bancário", en: "Bank slip (boleto)" },
        amountMax: 9_999_999_999,
        installmentsMax: 1,
        needsPayer: true,
      },
    ],
    ["bank_slip", { refundWay: "transfer", refundWindowMillis: Number.POSITIVE_INFINITY, isDisputable: false }],
    [
      "credit",
      {
        title: { "pt-BR": "Cartão de crédito", en: "Credit card" },
        amountMax: null,
        installmentsMax: 12,
        needsPayer: false,
      },
    ],
    ["credit", { refundWay: "reversal", refundWindowMillis: 180 * day, isDisputable: true }],
  ] as const)("%s: %o", (method, rules) => {
    expect(methodRules[method]).toMatchObject(rules)
  })

  it("exist for every method, in the order of price lists", () => {
    expect(Object.keys(forEachMethod((method) => method))).toStrictEqual(["pix", "bank_slip", "credit"])
    expect(Object.keys(methodRules).toSorted()).toStrictEqual(PaymentMethod.literals.toSorted())
  })

  it("allow installments only if a request can ask for them", () => {
    expect(installmentCountOf({ _tag: "pix" })).toBe(methodRules.pix.installmentsMax)
    expect(installmentCountOf({ _tag: "bank_slip" })).toBe(methodRules.bank_slip.installmentsMax)
  })
})

describe("a slip that is due when the calendar ends", () => {
  it.each(["9999-12-20", "9999-12-28", "9999-12-31"])("expires, on the 22nd: %s", (due) => {
    const slip = { _tag: "bank_slip", line: "1".repeat(47), barcode: "1".repeat(44) } as const
    const expiry = instrumentExpiry({ ...slip, dueDate: LocalDate.make(due) })
    expect(new Date(expiry).toISOString()).toBe("9999-12-23T03:00:00.000Z")
  })
})

describe("an instrument", () => {
  const pix = { _tag: "pix", code: "00020", expiresAt: instant(1_000) } as const
  const slip = { _tag: "bank_slip", line: "1".repeat(47), barcode: "1".repeat(44) } as const

  it("has a text for the payer to copy", () => {
    expect(instrumentText(pix)).toBe("00020")
    expect(instrumentText({ ...slip, dueDate: LocalDate.make("2026-11-27") })).toBe(slip.line)
  })

  it("ends at its own instant for Pix", () => {
    expect(instrumentExpiry(pix)).toBe(1_000)
  })

  it.each([
    ["Friday", "2026-11-27", "2026-12-02 00:00:00"],
    ["Tuesday", "2026-11-24", "2026-11-27 00:00:00"],
  ])("ends with the second banking day for a slip that is due on a %s", (_, dueDate, end) => {
    expect(instrumentExpiry({ ...slip, dueDate: LocalDate.make(dueDate) })).toBe(parseSaoPauloTimestamp(end))
  })
})
