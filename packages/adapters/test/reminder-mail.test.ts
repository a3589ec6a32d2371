// A reminder: every word of one example, and that no name or title can do harm.
import { LocalDate } from "@vintem/domain/calendar"
import { Centavos } from "@vintem/domain/money"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { reminderMail } from "../src/mail/reminder-mail.ts"
import { exampleReminder } from "./example-reminder.ts"

const publicUrl = "https://pague.example/loja"

const mailOf = (change: Partial<typeof exampleReminder> = {}) =>
  reminderMail({ ...exampleReminder, ...change }, publicUrl)

describe("a reminder", () => {
  it("says who asks, what for, how much, until when, and where to pay", () => {
    expect(mailOf()).toMatchObject({
      sender: "Padaria São João & Filhos",
      recipient: "José d’Ávila 🎉",
      subject: "Lembrete de pagamento: Mensalidade de março (vence amanhã)",
      text: `Olá, José d’Ávila 🎉!

Padaria São João & Filhos lembra você deste pagamento:

Mensalidade de março
Valor: R$ 1.234,56, antes de eventuais juros e taxas
Vencimento: 22/11/2026 (vence amanhã)

Para pagar, abra o link:
https://pague.example/loja/l/1m7yjd5yy14ce9k0

Se você já pagou, desconsidere esta mensagem.
Esta é uma mensagem automática: respostas a ela não são lidas.
`,
    })
  })

  it("has the text also in HTML, which loads nothing", () => {
    const { html } = mailOf()
    expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/u)
    for (const said of [
      "Olá, José d’Ávila 🎉!",
      "Padaria São João &amp; Filhos lembra você",
      ">Mensalidade de março<",
      "R$ 1.234,56",
      "Vencimento: 22/11/2026 (vence amanhã)",
      'href="https://pague.example/loja/l/1m7yjd5yy14ce9k0"',
      "Se você já pagou, desconsidere esta mensagem.",
    ]) {
      expect(html).toContain(said)
    }
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(/u)
  })

  it.each([
    ["2026-11-01", "vence em 21 dias"],
    ["2026-11-20", "vence em 2 dias"],
    ["2026-11-21", "vence amanhã"],
    ["2026-11-22", "vence hoje"],
    ["2026-11-23", "venceu em 22/11/2026"],
    ["2027-02-01", "venceu em 22/11/2026"],
  ])("on %s says: %s", (today, timeLeft) => {
    const { html, subject, text } = mailOf({ today: LocalDate.make(today) })
    expect(subject).toContain(`(${timeLeft})`)
    expect(text).toContain(`Vencimento: 22/11/2026 (${timeLeft})`)
    expect(html).toContain(`(${timeLeft})`)
  })

  it("does not ask to pay by an expired link", () => {
    const { html, text } = mailOf({ today: LocalDate.make("2026-11-23") })
    expect(text).toContain("Para combinar outro, fale com Padaria São João & Filhos.")
    expect(`${text}${html}`).not.toMatch(/Pagar agora|Para pagar/u)
  })

  it.each([
    [1, "R$ 0,01"],
    [100, "R$ 1,00"],
    [99_999, "R$ 999,99"],
    [123_456_789, "R$ 1.234.567,89"],
  ])("of %i centavos asks for %s", (amount, written) => {
    expect(mailOf({ amount: Centavos.make(amount) }).text).toContain(`Valor: ${written},`)
  })

  it.each([
    ["only", "Valor: R$ 1.234,56\n"],
    ["asked", "Valor: R$ 1.234,56, antes de eventuais juros e taxas\n"],
    ["least", "Valor: a partir de R$ 1.234,56, conforme a forma de pagamento\n"],
  ] as const)("with a %s price says: %j", (amountIs, said) => {
    const { html, text } = mailOf({ amountIs })
    expect(text.replaceAll("\u00a0", " ")).toContain(said)
    const [price = "", note = ""] = said.slice("Valor: ".length, -1).split(/(?<=\d\d), /u)
    expect(html.replaceAll("\u00a0", " ")).toContain(`>${price}<`)
    if (note !== "") expect(html).toContain(`>${note}<`)
  })

  it.each([null, "", " \n "])("does not greet by the name %j", (payer) => {
    expect(mailOf({ payer })).toMatchObject({ recipient: "", text: expect.stringMatching(/^Olá!\n/u) })
  })

  const words = fc.string({
    unit: fc.oneof(fc.constantFrom(..."<>&\"'\r\n\u0000\u0085\u2028\u202e="), fc.string({ unit: "binary" })),
  })
  const named = fc.record({ payer: words, company: words, title: words })

  it("containment: no name or title begins a line of a header or of the text", () => {
    const lines = mailOf().text.split("\n").length
    fc.assert(
      fc.property(named, (change) => {
        const { recipient, sender, subject, text } = mailOf(change)
        expect(`${recipient}${sender}${subject}`).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
        expect(text.split(/[\r\n\v\f\u0085\u2028\u2029]/u)).toHaveLength(lines)
      }),
    )
  })

  it("containment: no name or title becomes markup", () => {
    const markup = (html: string) => html.replaceAll(/[^<>"']/gu, "")
    const own = markup(mailOf().html)
    fc.assert(
      fc.property(named, (change) => {
        expect(markup(mailOf(change).html)).toBe(own)
      }),
    )
  })

  it("containment: no name or title becomes an entity", () => {
    fc.assert(
      fc.property(named, (change) => {
        expect(mailOf(change).html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/u)
      }),
    )
    expect(mailOf({ title: "&lt;" }).html).toContain(">&amp;lt;<")
  })
})
