// The mail about a change to an account: its words, and that names in it cannot do harm.
import { instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import type { AccessNotice } from "@vintem/domain/ports"
import { describe, expect, it } from "vitest"
import { noticeMail } from "./notice-mail.ts"

const notice: AccessNotice = {
  about: "SecondFactorOn",
  id: "aviso-1",
  to: Email.make("ana@example.com"),
  name: FullName.make("Ana Souza"),
  language: "pt-BR",
  at: instant(Date.UTC(2026, 10, 26, 15, 30)),
}
const base = "https://pagar.example.com"

describe("the mail about a change to an account", () => {
  it.each([
    ["PasswordChanged", "pt-BR", "Sua senha foi trocada", "em 26/11/2026 12:30"],
    ["SecondFactorOn", "pt-BR", "O código além da senha foi ligado", "em 26/11/2026 12:30"],
    ["SecondFactorOff", "pt-BR", "O código além da senha foi desligado", "em 26/11/2026 12:30"],
    ["PasswordChanged", "en", "Your password was changed", "at 2026-11-26 12:30"],
    ["SecondFactorOn", "en", "Two-step sign-in was turned on", "at 2026-11-26 12:30"],
    ["SecondFactorOff", "en", "Two-step sign-in was turned off", "at 2026-11-26 12:30"],
  ] as const)(
    "says what was changed, when, and what to do if it was another person: %s in %s",
    (about, language, subject, when) => {
      const mail = noticeMail({ ...notice, about, language }, base)
      expect(mail).toMatchObject({ sender: "Vintém", recipient: "Ana Souza", subject })
      for (const said of [mail.text, mail.html]) {
        expect(said).toContain(when)
        expect(said).toContain(`${base}/panel/forgotten`)
      }
      expect(mail.html).toContain(`lang="${language}"`)
    },
  )

  it("lets no name begin a line or become markup", () => {
    const mail = noticeMail({ ...notice, name: FullName.make("Ana <b>Bcc: x@y.example</b>") }, base)
    expect(mail.html).not.toContain("<b>")
    expect(mail.recipient).not.toMatch(/[\r\n]/u)
  })
})
