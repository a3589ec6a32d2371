/** Sends a user their link, or returns it so that the caller hands it over. */
import { type AccessLetter, AccessMailer } from "@vintem/domain/ports"
import { Effect, type Redacted } from "effect"

/** How a link reaches its user. `Shown`: no letter was sent, and the caller sees the link, once. */
export type HandedOver =
  | { readonly _tag: "Mailed" }
  | { readonly _tag: "Shown"; readonly token: Redacted.Redacted<string> }

/** If a letter may not have arrived, the link is shown as well: a second link is better than none. */
export const handOver = Effect.fnUntraced(function* (
  letter: AccessLetter,
): Effect.fn.Return<HandedOver, never, AccessMailer> {
  const mailer = yield* AccessMailer
  const shown: HandedOver = { _tag: "Shown", token: letter.token }
  if (!mailer.isSending) return shown
  const mailed: HandedOver = { _tag: "Mailed" }
  return yield* mailer.send(letter).pipe(
    Effect.as(mailed),
    Effect.catchTag("MailNotSent", ({ again, detail }) =>
      Effect.as(Effect.logWarning("an e-mail was not sent", { letter: letter.id, again, detail }), shown),
    ),
  )
})
