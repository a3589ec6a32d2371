/**
 * A reminder of a bill, in Brazilian Portuguese: as plain text, and as HTML.
 *
 * Names and titles are other people's words. None of them can begin a line, in a header or in the text, or become
 * markup.
 */
import { daysBetween } from "@vintem/domain/calendar"
import type { PaymentReminder } from "@vintem/domain/ports"
import { type Mail, mailDocument } from "./mail.ts"
import { brazilianDay as day, escaped, oneLine, reais } from "./mail-text.ts"

/** @param publicUrl - base of the payer's pages, without slash at its end */
export const reminderMail = (reminder: PaymentReminder, publicUrl: string): Mail => {
  const words = wordsOf(reminder, `${publicUrl}/l/${reminder.link}`)
  return {
    sender: words.company,
    recipient: words.payer,
    subject: `Lembrete de pagamento: ${words.title} (${words.timeLeft})`,
    text: textOf(words),
    html: htmlOf(words),
  }
}

/** The texts of both forms, each on one line and not yet escaped. */
interface Words {
  readonly payer: string
  readonly company: string
  readonly title: string
  readonly greeting: string
  readonly lead: string
  readonly amount: string
  /** Other possible prices; empty if there is one price. */
  readonly amountNote: string
  readonly lastDay: string
  /** The last day relative to today: `vence amanhã`. */
  readonly timeLeft: string
  readonly invitation: string
  readonly action: string
  readonly url: string
}

const wordsOf = (reminder: PaymentReminder, url: string): Words => {
  const company = oneLine(reminder.company)
  const payer = oneLine(reminder.payer ?? "")
  const isOver = daysBetween(reminder.today, reminder.expiresOn) < 0
  return {
    company,
    payer,
    title: oneLine(reminder.title),
    greeting: payer === "" ? "Olá!" : `Olá, ${payer}!`,
    lead: `${company} lembra você deste pagamento:`,
    amount: reminder.amountIs === "least" ? `a partir de ${reais(reminder.amount)}` : reais(reminder.amount),
    amountNote: amountNotes[reminder.amountIs],
    lastDay: day(reminder.expiresOn),
    timeLeft: timeLeft(reminder),
    invitation: isOver
      ? `O prazo para pagar por este link já passou. Para combinar outro, fale com ${company}.`
      : "Para pagar, abra o link:",
    action: isOver ? "Ver a cobrança" : "Pagar agora",
    url,
  }
}

const alreadyPaid = "Se você já pagou, desconsidere esta mensagem."
const automatic = "Esta é uma mensagem automática: respostas a ela não são lidas."

const amountNotes: Readonly<Record<PaymentReminder["amountIs"], string>> = {
  only: "",
  asked: "antes de eventuais juros e taxas",
  least: "conforme a forma de pagamento",
}

const textOf = (words: Words): string =>
  `${words.greeting}

${words.lead}

${words.title}
Valor: ${[words.amount, words.amountNote].filter((part) => part !== "").join(", ")}
Vencimento: ${words.lastDay} (${words.timeLeft})

${words.invitation}
${words.url}

${alreadyPaid}
${automatic}
`

const htmlOf = (words: Words): string => {
  const said = (key: keyof Words): string => escaped(words[key])
  return mailDocument(
    { language: "pt-BR", title: "Lembrete de pagamento" },
    `<p style="margin:0 0 16px">${said("greeting")}</p>
<p style="margin:0 0 16px">${said("lead")}</p>
<p style="margin:0;font-weight:bold">${said("title")}</p>
<p style="margin:0 0 4px;font-size:28px;font-weight:bold">${said("amount")}</p>
${words.amountNote === "" ? "" : `<p style="margin:0 0 4px;font-size:14px;color:#52525b">${said("amountNote")}</p>\n`}<p style="margin:0 0 16px">Vencimento: ${said("lastDay")} (${said("timeLeft")})</p>
<p style="margin:0 0 16px">${said("invitation")}</p>
<p style="margin:0 0 16px"><a href="${said("url")}" style="display:inline-block;padding:12px 24px;background:#166534;\
color:#ffffff;border-radius:6px;text-decoration:none">${said("action")}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#52525b;word-break:break-all">${said("url")}</p>
<p style="margin:0;font-size:14px;color:#52525b">${alreadyPaid} ${automatic}</p>`,
  )
}

const timeLeft = ({ expiresOn, today }: Pick<PaymentReminder, "expiresOn" | "today">): string => {
  const daysLeft = daysBetween(today, expiresOn)
  if (daysLeft < 0) return `venceu em ${day(expiresOn)}`
  if (daysLeft === 0) return "vence hoje"
  return daysLeft === 1 ? "vence amanhã" : `vence em ${daysLeft} dias`
}
