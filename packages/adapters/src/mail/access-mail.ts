/**
 * The mails with an invitation, or with a link to choose a new password: as plain text, and as HTML.
 *
 * Names are other people's words. None of them can begin a line, in a header or in the text, or become markup.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { PageLanguage } from "@vintem/domain/company"
import type { AccessLetter } from "@vintem/domain/ports"
import * as Redacted from "effect/Redacted"
import { type Mail, mailDocument } from "./mail.ts"
import { brazilianDay, escaped, oneLine } from "./mail-text.ts"

/** The sender, if there is no company. */
const service = "Vintém"

/** @param publicUrl - base of the panel, without slash at its end */
export const accessMail = (letter: AccessLetter, publicUrl: string): Mail => {
  const said = languages[letter.language][letter.about]
  const common = languages[letter.language]
  const company = letter.company === null ? service : oneLine(letter.company)
  const recipient = oneLine(letter.name ?? "")
  const url = linkOf(letter, publicUrl)
  const greeting = common.greeting(recipient)
  const lead = said.lead(company)
  const until = common.until(moment(letter))
  const subject = said.subject(company)
  return {
    sender: company,
    recipient,
    subject,
    text: `${greeting}

${lead}
${url}

${until}
${said.unasked}
${common.automatic}
`,
    html: mailDocument(
      { language: letter.language, title: escaped(subject) },
      `<p style="margin:0 0 16px">${escaped(greeting)}</p>
<p style="margin:0 0 16px">${escaped(lead)}</p>
<p style="margin:0 0 16px"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;background:#166534;\
color:#ffffff;border-radius:6px;text-decoration:none">${said.action}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#52525b;word-break:break-all">${escaped(url)}</p>
<p style="margin:0 0 16px">${escaped(until)}</p>
<p style="margin:0;font-size:14px;color:#52525b">${said.unasked} ${common.automatic}</p>`,
    ),
  }
}

/** The token is after the `#`: browsers do not send that part to a server, so it is in no log. */
const linkOf = ({ about, token }: AccessLetter, publicUrl: string): string =>
  `${publicUrl}/panel/${pages[about]}#token=${Redacted.value(token)}`

const pages: Readonly<Record<AccessLetter["about"], string>> = { Invitation: "invitation", PasswordReset: "reset" }

/** `24/11/2026 12:30`, in São Paulo. */
const moment = ({ expiresAt, language }: AccessLetter): string => {
  const [day = "", time = ""] = saoPauloTimestamp(expiresAt).split(" ")
  return `${language === "pt-BR" ? brazilianDay(day) : day} ${time.slice(0, 5)}`
}

interface Words {
  readonly subject: (company: string) => string
  readonly lead: (company: string) => string
  readonly action: string
  readonly unasked: string
}

interface Language extends Readonly<Record<AccessLetter["about"], Words>> {
  readonly greeting: (name: string) => string
  readonly until: (moment: string) => string
  readonly automatic: string
}

const languages: Readonly<Record<PageLanguage, Language>> = {
  "pt-BR": {
    greeting: (name) => (name === "" ? "Olá!" : `Olá, ${name}!`),
    until: (moment) => `O link vale até ${moment} (horário de São Paulo) e funciona uma vez.`,
    automatic: "Esta é uma mensagem automática: respostas a ela não são lidas.",
    Invitation: {
      subject: (company) => `Convite para o painel: ${company}`,
      lead: (company) => `Você foi convidado a trabalhar no painel: ${company}. Para aceitar, abra o link:`,
      action: "Aceitar o convite",
      unasked: "Se você não esperava este convite, desconsidere esta mensagem.",
    },
    PasswordReset: {
      subject: () => "Escolha uma nova senha",
      lead: () => "Alguém pediu uma nova senha para a sua conta no painel. Para escolhê-la, abra o link:",
      action: "Escolher a senha",
      unasked: "Se não foi você, desconsidere esta mensagem: a sua senha continua a mesma.",
    },
  },
  en: {
    greeting: (name) => (name === "" ? "Hello!" : `Hello, ${name}!`),
    until: (moment) => `The link is valid until ${moment} (São Paulo time) and works once.`,
    automatic: "This is an automatic message: replies are not read.",
    Invitation: {
      subject: (company) => `Invitation to the panel: ${company}`,
      lead: (company) => `You were invited to the panel of ${company}. To accept, open the link:`,
      action: "Accept the invitation",
      unasked: "If you did not expect this invitation, ignore this message.",
    },
    PasswordReset: {
      subject: () => "Choose a new password",
      lead: () => "Someone asked for a new password for your panel account. To choose it, open the link:",
      action: "Choose a password",
      unasked: "If it was not you, ignore this message: your password does not change.",
    },
  },
}
