/**
 * The sender of reminders, receipts, invitations and resets: the configured mail server, or none. Without one the log
 * says so, and the inviter sees the link.
 */
import { AccessMailerNone, MailerLogged, MailerSmtp } from "@vintem/adapters"
import { MailsReceipts } from "@vintem/application"
import type { AccessMailer, Mailer } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { PublicUrl } from "./http/edge/request/public-url.ts"

export const mailer = ({
  smtpServer,
}: Pick<Settings, "smtpServer">): Layer.Layer<AccessMailer | Mailer, never, PublicUrl> =>
  Option.match(smtpServer, {
    onNone: () => Layer.merge(MailerLogged.layer, AccessMailerNone.layer),
    onSome: (server) =>
      Layer.merge(
        Layer.unwrap(Effect.map(PublicUrl, ({ base }) => MailerSmtp.layer({ server, publicUrl: base }))),
        Layer.succeed(MailsReceipts, true),
      ),
  })
