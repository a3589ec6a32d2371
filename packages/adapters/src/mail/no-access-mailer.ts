/**
 * Sends no invitations, no resets and no notices: the inviter sees the link.
 */
import { AccessMailer } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** For a service without a mail server, and for the command line, which prints its links. */
export const layer: Layer.Layer<AccessMailer> = Layer.succeed(AccessMailer, {
  isSending: false,
  send: () => Effect.void,
  notify: () => Effect.void,
})
