/**
 * E-mails the owner of an account about a change to it.
 */
import type { User } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessMailer, type AccessNotice, AccessSecrets, type MailNotSent } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"

/** Sends the letter. Does nothing if none are sent. */
export const notifyOwner = Effect.fnUntraced(function* (
  { email, language, name }: User,
  about: AccessNotice["about"],
): Effect.fn.Return<void, MailNotSent, AccessMailer | AccessSecrets> {
  const { notify } = yield* AccessMailer
  const { hashToken, newToken } = yield* AccessSecrets
  // Random only, because every mail server on the way sees the message's id.
  const id = `aviso-${hashToken(yield* newToken).slice(0, 32)}`
  yield* notify({ about, id, to: email, name, language, at: instant(yield* Clock.currentTimeMillis) })
})

/** Sends the letter in the background, after the change was committed: no change waits for a mail server, or fails with it. */
export const notifyOwnerSoon = (
  user: User,
  about: AccessNotice["about"],
): Effect.Effect<void, never, AccessMailer | AccessSecrets> =>
  notifyOwner(user, about).pipe(
    Effect.catchCause((cause) => Effect.logError("an e-mail about a change to an account was not sent", cause)),
    Effect.forkDetach,
    Effect.asVoid,
  )
