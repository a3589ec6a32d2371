import { OrderStatus } from "@vintem/domain/order"
import { TrailFieldName } from "@vintem/domain/trail"
import { describe, expect, it } from "vitest"
import { fieldLabel, fieldText } from "./audit-fields.ts"
import { brazilianPortuguese as ownPortuguese } from "./text/audit/brazilian-portuguese.ts"
import { english as ownEnglish } from "./text/audit/english.ts"
import { brazilianPortuguese } from "./text/brazilian-portuguese.ts"
import { english } from "./text/english.ts"

const languages = [
  ["Portuguese", brazilianPortuguese, ownPortuguese],
  ["English", english, ownEnglish],
] as const

/** A name of a field or a value in its machine form. */
const machineWord = /[a-z][A-Z]|_|[{}[\]]/u

describe.each(languages)("a field of the audit log in %s", (_, words, own) => {
  it.each(TrailFieldName.literals)("has a label for %s", (name) => {
    expect(fieldLabel(name, own)).not.toMatch(machineWord)
  })

  it("has words for every status, and for what nobody knows", () => {
    for (const status of OrderStatus.literals) expect(fieldText("status", status, words, own)).not.toMatch(machineWord)
    expect(fieldText("kind", "of_tomorrow", words, own)).toBe(own.otherValue)
    expect(fieldLabel("of_tomorrow", own)).toBe(own.otherField)
  })
})

describe("fieldText", () => {
  const said = (name: string, field: Parameters<typeof fieldText>[1]) =>
    fieldText(name, field, brazilianPortuguese, ownPortuguese).replaceAll("\u00a0", " ")

  it.each([
    ["amount", "1189.80", "R$ 1.189,80"],
    ["status", "subscriber_overdue", "Em atraso"],
    ["isOn", true, "Sim"],
    ["expiredAt", "2026-11-30", "30/11/2026"],
    ["expiresAt", "2026-11-30 12:00:01", "30/11/2026 às 12:00:01"],
    ["name", "Loja_Nova", "Loja_Nova"],
    ["logoUrl", null, "–"],
    ["kinds", ["paid", "refund"], "Pago; Reembolso"],
    ["methods", { credit: true, bank_slip: false }, "Cartão de crédito: Sim, Boleto bancário: Não"],
    ["fees", { pix: { percent: 1.5, fixed: "0.50" } }, "Pix: Porcentagem: 1,5, Valor fixo: R$ 0,50"],
  ] as const)("%s %j is %s", (name, field, text) => {
    expect(said(name, field)).toBe(text)
  })
})
