// A payer's receipt: every word in both languages, and that no name or title can do harm.
import { centavos } from "@vintem/domain/money"
import { describe, expect, it } from "vitest"
import { receiptMail } from "../src/mail/receipt-mail.ts"
import { exampleReceipt } from "./example-receipt.ts"

const mailOf = (change: Partial<typeof exampleReceipt> = {}) =>
  receiptMail({ ...exampleReceipt, ...change }, "https://pague.example/loja")

describe("a receipt", () => {
  it("says who was paid, what for, how much, how, when, and which number to quote", () => {
    expect(mailOf()).toMatchObject({
      sender: "Padaria São João & Filhos",
      recipient: "José d’Ávila 🎉",
      subject: "Comprovante de pagamento: Mensalidade de março",
      text: `Olá, José d’Ávila 🎉!

Padaria São João & Filhos recebeu o seu pagamento:

Mensalidade de março
Valor: R$ 1.234,56
Forma de pagamento: Cartão de crédito, final 4242, 3x
Data: 21/11/2026 às 22:05 (horário de Brasília)
Número do pedido: 7K3M9Q2X5R8T

Veja e imprima o comprovante:
https://pague.example/loja/pay/b0GzT1kq3v8Yy2mXw5LhNA

Esta é uma mensagem automática: respostas a ela não são lidas.
`,
    })
  })

  it("says everything in English", () => {
    const { subject, text } = mailOf({ language: "en", method: "pix", installments: 1, cardLastDigits: null })
    expect(subject).toBe("Receipt of your payment: Mensalidade de março")
    for (const said of [
      "Hello, José d’Ávila 🎉!",
      "Padaria São João & Filhos has received your payment:",
      "Amount: R$1,234.56",
      "Payment method: Pix\n",
      "Date: 2026-11-21, 22:05 (Brasília time)",
      "Order number: 7K3M9Q2X5R8T",
      "See and print the receipt:\nhttps://pague.example/loja/pay/b0GzT1kq3v8Yy2mXw5LhNA",
    ]) {
      expect(text).toContain(said)
    }
  })

  it("has the text also in HTML, which loads nothing", () => {
    for (const language of ["pt-BR", "en"] as const) {
      const { html, text } = mailOf({ language })
      expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`, "u"))
      const shown = html.replace(/<[^>]*>/gu, "").replaceAll("&amp;", "&")
      for (const line of text.split("\n").filter((one) => one !== "" && !/^(?:Valor|Amount|Veja|See)/u.test(one))) {
        expect(shown).toContain(line)
      }
      expect(shown).toContain(language === "en" ? "R$1,234.56" : "R$ 1.234,56")
      expect(html).not.toMatch(/<img|<link|<script|src=|url\(/u)
    }
  })

  it("lets no name or title begin a line, change the writing direction, or become markup", () => {
    const hostile = 'Loja\r\nBcc: a@b.example\u202e<b>"&'
    const { html, recipient, sender, subject, text } = mailOf({ company: hostile, payer: hostile, title: hostile })
    for (const line of [recipient, sender, subject]) expect(line).not.toMatch(/[\r\n\u202e]/u)
    expect(text).not.toMatch(/^Bcc|\u202e/mu)
    expect(html).not.toMatch(/<b>|^Bcc|\u202e/mu)
    expect(mailOf({ amount: centavos(1) }).text).toContain("Valor: R$ 0,01")
  })
})
