/**
 * Who sends reminders and receipts: the mail server the configuration names, or nobody, and then the log says so.
 */
import { MailerLogged, MailerSmtp } from "@vintem/adapters"
import { MailsReceipts } from "@vintem/application"
import type { Mailer } from "@vintem/domain"
import { Effect, Layer, Option } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { PublicUrl } from "./http/public-url.ts"

export const mailer = ({ smtpServer }: Pick<Settings, "smtpServer">): Layer.Layer<Mailer, never, PublicUrl> =>
  Option.match(smtpServer, {
    onNone: () => MailerLogged.layer,
    onSome: (server) =>
      Layer.merge(
        Layer.unwrap(Effect.map(PublicUrl, ({ base }) => MailerSmtp.layer({ server, publicUrl: base }))),
        Layer.succeed(MailsReceipts, true),
      ),
  })
