import { instant } from "@vintem/domain/calendar"
import { PageLanguage } from "@vintem/domain/company"
import { Email, FullName } from "@vintem/domain/customer"
import type { AccessLetter } from "@vintem/domain/ports"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { accessMail } from "./access-mail.ts"

const letter: AccessLetter = {
  about: "Invitation",
  id: "convite-5",
  to: Schema.decodeSync(Email)("ana@loja.example.com"),
  name: Schema.decodeSync(FullName)("Ana Souza"),
  language: "pt-BR",
  company: "Loja Exemplo Ltda.",
  token: Redacted.make("tokenOfTheLetter"),
  expiresAt: instant(Date.UTC(2026, 11, 1, 15, 30)),
}

const base = "https://pagamentos.example.com"

describe("a letter with a link for signing in", () => {
  it("invites into a company, with its link behind a #", () => {
    const { recipient, sender, subject, text, html } = accessMail(letter, base)
    expect([sender, recipient, subject]).toEqual([
      "Loja Exemplo Ltda.",
      "Ana Souza",
      "Convite para o painel: Loja Exemplo Ltda.",
    ])
    expect(text).toContain(`\n${base}/panel/invitation#token=tokenOfTheLetter\n`)
    expect(text).toContain("01/12/2026 12:30")
    expect(html).toContain(`href="${base}/panel/invitation#token=tokenOfTheLetter"`)
    expect(subject).not.toContain("tokenOfTheLetter")
  })

  it("lets a user choose a password, in English too", () => {
    const { sender, subject, text } = accessMail(
      { ...letter, about: "PasswordReset", company: null, name: null, language: "en" },
      base,
    )
    expect([sender, subject]).toEqual(["Vintém", "Choose a new password"])
    expect(text).toContain("Hello!\n")
    expect(text).toContain(`\n${base}/panel/reset#token=tokenOfTheLetter\n`)
    expect(text).toContain("2026-12-01 12:30")
  })

  it.each(PageLanguage.literals)(
    "says everything in %s, and never treats a name as markup or as a line",
    (language) => {
      for (const about of ["Invitation", "PasswordReset"] as const) {
        const company = 'Loja <img src="x">\r\nBcc: todos@example.com'
        const { html, sender, subject, text } = accessMail({ ...letter, about, company, language }, base)
        expect(html).not.toContain("<img")
        expect(html).toContain(`lang="${language}"`)
        expect([sender, subject].join("")).not.toMatch(/[\r\n]/u)
        expect(text).not.toMatch(/^Bcc:/mu)
      }
    },
  )
})
