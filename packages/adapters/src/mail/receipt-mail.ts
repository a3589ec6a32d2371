/**
 * A payer's receipt: what was paid, how, to whom, and which number to quote. It is sent as plain text and as HTML.
 *
 * Names and titles are other people's words. None of them can begin a line, in a header or in the text, or become
 * markup.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { PageLanguage } from "@vintem/domain/company"
import { methodRules } from "@vintem/domain/method"
import type { PaymentReceipt } from "@vintem/domain/ports"
import { type Mail, mailDocument } from "./mail.ts"
import { brazilianDay, escaped, oneLine, reais } from "./mail-text.ts"

/** @param publicUrl - base of the payer's pages, without slash at its end */
export const receiptMail = (receipt: PaymentReceipt, publicUrl: string): Mail => {
  const { language } = receipt
  const words = languages[language]
  const company = oneLine(receipt.company)
  const payer = oneLine(receipt.payer)
  const title = oneLine(receipt.title)
  const url = `${publicUrl}/pay/${receipt.publicKey}`
  const greeting = words.greeting(payer)
  const lead = words.lead(company)
  const amount = words.money(receipt.amount)
  const rows: ReadonlyArray<readonly [string, string]> = [
    [words.method, methodOf(receipt, words)],
    [words.paidAt, momentOf(receipt, words)],
    [words.order, receipt.order],
  ]
  return {
    sender: company,
    recipient: payer,
    subject: `${words.subject}: ${title}`,
    text: `${greeting}

${lead}

${title}
${words.amount}: ${amount}
${rows.map(([name, value]) => `${name}: ${value}`).join("\n")}

${words.invitation}
${url}

${words.automatic}
`,
    html: mailDocument(
      { language, title: words.subject },
      `<p style="margin:0 0 16px">${escaped(greeting)}</p>
<p style="margin:0 0 16px">${escaped(lead)}</p>
<p style="margin:0;font-weight:bold">${escaped(title)}</p>
<p style="margin:0 0 16px;font-size:28px;font-weight:bold">${escaped(amount)}</p>
${rows.map(([name, value]) => `<p style="margin:0 0 4px">${escaped(name)}: ${escaped(value)}</p>`).join("\n")}
<p style="margin:16px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;background:#166534;\
color:#ffffff;border-radius:6px;text-decoration:none">${escaped(words.action)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#52525b;word-break:break-all">${escaped(url)}</p>
<p style="margin:0;font-size:14px;color:#52525b">${escaped(words.automatic)}</p>`,
    ),
  }
}

interface Words {
  readonly subject: string
  readonly greeting: (payer: string) => string
  readonly lead: (company: string) => string
  readonly amount: string
  /** @param amount - centavos */
  readonly money: (amount: number) => string
  readonly method: string
  readonly cardEndsIn: (digits: string) => string
  readonly paidAt: string
  /** @param date - `YYYY-MM-DD` */
  readonly moment: (date: string, time: string) => string
  readonly order: string
  readonly invitation: string
  readonly action: string
  readonly automatic: string
}

const englishReais = new Intl.NumberFormat("en", { style: "currency", currency: "BRL" })

const languages: Readonly<Record<PageLanguage, Words>> = {
  "pt-BR": {
    subject: "Comprovante de pagamento",
    greeting: (payer) => `Olá, ${payer}!`,
    lead: (company) => `${company} recebeu o seu pagamento:`,
    amount: "Valor",
    money: reais,
    method: "Forma de pagamento",
    cardEndsIn: (digits) => `final ${digits}`,
    paidAt: "Data",
    moment: (date, time) => `${brazilianDay(date)} às ${time} (horário de Brasília)`,
    order: "Número do pedido",
    invitation: "Veja e imprima o comprovante:",
    action: "Ver o comprovante",
    automatic: "Esta é uma mensagem automática: respostas a ela não são lidas.",
  },
  en: {
    subject: "Receipt of your payment",
    greeting: (payer) => `Hello, ${payer}!`,
    lead: (company) => `${company} has received your payment:`,
    amount: "Amount",
    money: (amount) => englishReais.format(amount / 100),
    method: "Payment method",
    cardEndsIn: (digits) => `ending in ${digits}`,
    paidAt: "Date",
    moment: (date, time) => `${date}, ${time} (Brasília time)`,
    order: "Order number",
    invitation: "See and print the receipt:",
    action: "See the receipt",
    automatic: "This is an automatic message: replies are not read.",
  },
}

const methodOf = ({ cardLastDigits, installments, language, method }: PaymentReceipt, words: Words): string =>
  [
    methodRules[method].title[language],
    ...(cardLastDigits === null ? [] : [words.cardEndsIn(cardLastDigits)]),
    ...(installments > 1 ? [`${installments}x`] : []),
  ].join(", ")

const momentOf = ({ paidAt }: PaymentReceipt, words: Words): string => {
  const timestamp = saoPauloTimestamp(paidAt)
  return words.moment(timestamp.slice(0, 10), timestamp.slice(11, 16))
}
