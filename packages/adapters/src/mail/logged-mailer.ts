/** A mailer that sends nothing and logs that: for a service without a mail server. */
import { Mailer } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Logs only the message's id: address and names are personal data, and the link is a means to pay. */
export const layer: Layer.Layer<Mailer> = Layer.succeed(Mailer, {
  remind: ({ id }) => Effect.logInfo("a reminder was not sent: VINTEM_SMTP_URL is not set", { reminder: id }),
  sendReceipt: ({ id }) => Effect.logInfo("a receipt was not sent: VINTEM_SMTP_URL is not set", { receipt: id }),
})
