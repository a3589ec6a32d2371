import { AuditFactName } from "@vintem/domain/audit"
import { OrderStatus } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { factLabel, factText } from "./audit-facts.ts"
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

describe.each(languages)("a fact of the audit log in %s", (_, words, own) => {
  it.each(AuditFactName.literals)("has a label for %s", (name) => {
    expect(factLabel(name, own)).not.toMatch(machineWord)
  })

  it("has words for every status, and for unknown ones", () => {
    for (const status of OrderStatus.literals) expect(factText("status", status, words, own)).not.toMatch(machineWord)
    expect(factText("kind", "of_tomorrow", words, own)).toBe(own.otherValue)
    expect(factLabel("of_tomorrow", own)).toBe(own.otherField)
  })
})

describe("factText", () => {
  const said = (name: string, fact: Parameters<typeof factText>[1]) =>
    factText(name, fact, brazilianPortuguese, ownPortuguese).replaceAll("\u00a0", " ")

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
  ] as const)("%s %j is %s", (name, fact, text) => {
    expect(said(name, fact)).toBe(text)
  })
})
