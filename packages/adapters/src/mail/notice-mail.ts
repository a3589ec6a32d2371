/** The mail that informs the owner of an account of a change to it: as plain text, and as HTML. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { PageLanguage } from "@vintem/domain/company"
import type { AccessNotice } from "@vintem/domain/ports"
import { type Mail, mailDocument } from "./mail.ts"
import { brazilianDay, escaped, oneLine } from "./mail-text.ts"

/** @param publicUrl - base of the panel, without slash at its end */
export const noticeMail = ({ about, at, language, name }: AccessNotice, publicUrl: string): Mail => {
  const { automatic, greeting, lead, otherwise, subject } = languages[language]
  const recipient = oneLine(name)
  // Not a link that changes anything: it leads to the page for requesting a new password.
  const url = `${publicUrl}/panel/forgotten`
  const lines = [greeting(recipient), lead[about](moment(at, language)), otherwise]
  return {
    sender: "Vintém",
    recipient,
    subject: subject[about],
    text: `${lines.join("\n\n")}\n${url}\n\n${automatic}\n`,
    html: mailDocument(
      { language, title: escaped(subject[about]) },
      `${lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join("\n")}
<p style="margin:0 0 16px;word-break:break-all"><a href="${escaped(url)}">${escaped(url)}</a></p>
<p style="margin:0;font-size:14px;color:#52525b">${automatic}</p>`,
    ),
  }
}

/** `24/11/2026 12:30`, in São Paulo. */
const moment = (at: AccessNotice["at"], language: PageLanguage): string => {
  const [day = "", time = ""] = saoPauloTimestamp(at).split(" ")
  return `${language === "pt-BR" ? brazilianDay(day) : day} ${time.slice(0, 5)}`
}

interface Language {
  readonly greeting: (name: string) => string
  readonly subject: Readonly<Record<AccessNotice["about"], string>>
  readonly lead: Readonly<Record<AccessNotice["about"], (moment: string) => string>>
  readonly otherwise: string
  readonly automatic: string
}

const languages: Readonly<Record<PageLanguage, Language>> = {
  "pt-BR": {
    greeting: (name) => `Olá, ${name}!`,
    subject: {
      PasswordChanged: "Sua senha foi trocada",
      SecondFactorOn: "O código além da senha foi ligado",
      SecondFactorOff: "O código além da senha foi desligado",
    },
    lead: {
      PasswordChanged: (moment) =>
        `A senha da sua conta no painel foi trocada em ${moment} (horário de São Paulo). Todos os navegadores foram desconectados.`,
      SecondFactorOn: (moment) =>
        `O código além da senha foi ligado na sua conta em ${moment} (horário de São Paulo). Os outros navegadores foram desconectados.`,
      SecondFactorOff: (moment) =>
        `O código além da senha foi desligado na sua conta em ${moment} (horário de São Paulo). Agora basta a senha para entrar.`,
    },
    otherwise: "Se não foi você, escolha já uma nova senha e avise quem opera o serviço:",
    automatic: "Esta é uma mensagem automática: respostas a ela não são lidas.",
  },
  en: {
    greeting: (name) => `Hello, ${name}!`,
    subject: {
      PasswordChanged: "Your password was changed",
      SecondFactorOn: "Two-step sign-in was turned on",
      SecondFactorOff: "Two-step sign-in was turned off",
    },
    lead: {
      PasswordChanged: (moment) =>
        `The password of your panel account was changed at ${moment} (São Paulo time). All browsers were signed out.`,
      SecondFactorOn: (moment) =>
        `Two-step sign-in was turned on for your account at ${moment} (São Paulo time). All other browsers were signed out.`,
      SecondFactorOff: (moment) =>
        `Two-step sign-in was turned off for your account at ${moment} (São Paulo time). Your password alone is now enough to sign in.`,
    },
    otherwise: "If it was not you, choose another password now, and tell the operator of the service:",
    automatic: "This is an automatic message: replies are not read.",
  },
}
