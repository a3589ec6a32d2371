/** Reminders and receipts use the configured mail server. Without one, the log says that they were not sent. */
import { describe, expect, it } from "@effect/vitest"
import { MailsReceipts } from "@vintem/application"
import { LocalDate } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import { LinkSlug } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import { Mailer, type MailNotSent, type PaymentReminder } from "@vintem/domain/ports"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import { Configuration } from "../src/configuration/configuration.ts"
import { PublicUrl } from "../src/http/edge/request/public-url.ts"
import { mailer } from "../src/mailer.ts"
import { takingServer } from "./taking-server.ts"

const reminder: PaymentReminder = {
  id: "lembrete-1",
  to: Email.make("jose@pagador.example"),
  payer: null,
  company: "Loja Exemplo",
  title: "Mensalidade",
  amount: Centavos.make(1_000),
  amountIs: "asked",
  expiresOn: LocalDate.make("2026-11-22"),
  today: LocalDate.make("2026-11-21"),
  link: LinkSlug.make("1m7yjd5yy14ce9k0"),
}

/** Sends a reminder like a service with this environment; returns its log. */
const remind = (environment: Readonly<Record<string, string>>) =>
  mail(
    environment,
    Effect.flatMap(Mailer, (found) => found.remind(reminder)),
  )

/** Runs something like a service with this environment; returns its log. */
const mail = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  work: Effect.Effect<void, MailNotSent, Mailer>,
) {
  const log: Array<string> = []
  const configured = Layer.unwrap(Effect.map(Configuration, mailer)).pipe(
    Layer.provide(Configuration.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment))),
    Layer.provide(Layer.succeed(PublicUrl, { base: "https://pague.example" })),
  )
  const logging = Logger.layer([Logger.map(Logger.formatJson, (line) => log.push(line))])
  yield* Effect.provide(work, [configured, logging])
  return log.join()
})

describe("a service", () => {
  it.live("with a mail server sends reminders there, with links under its public URL", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const port = yield* takingServer(said)
      expect(yield* remind({ VINTEM_SMTP_URL: `smtp://127.0.0.1:${port}?from=cobranca@loja.example` })).toBe("")
      const conversation = said.join("")
      expect(conversation).toContain("MAIL FROM:<cobranca@loja.example>")
      expect(conversation).toContain("RCPT TO:<jose@pagador.example>")
      expect(conversation).toContain("Message-ID: <lembrete-1@pague.example>")
      expect(conversation).toContain("https://pague.example/l/1m7yjd5yy14ce9k0")
    }),
  )

  it.live("with a mail server mails receipts, and without one leaves no work for them", () =>
    Effect.gen(function* () {
      const said: Array<boolean> = []
      const ask = Effect.flatMap(MailsReceipts, (mails) => Effect.sync(() => said.push(mails)))
      yield* mail({ VINTEM_SMTP_URL: "smtp://127.0.0.1:1" }, Effect.asVoid(ask))
      yield* mail({}, Effect.asVoid(ask))
      expect(said).toEqual([true, false])
    }),
  )

  it.live("without one logs that a reminder was not sent, and why", () =>
    Effect.gen(function* () {
      const log = yield* remind({})
      expect(log).toContain("VINTEM_SMTP_URL is not set")
      expect(log).toContain(reminder.id)
      expect(log).not.toMatch(/pagador|Loja|1m7yjd5yy14ce9k0/u)
    }),
  )
})
