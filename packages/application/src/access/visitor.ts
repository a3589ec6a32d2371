/**
 * An unauthenticated caller.
 */
import type { SessionOrigin } from "@vintem/domain/access"
import type { Redacted } from "effect"

/** Where a request to come in is from. */
export interface Visitor {
  /** What attempts are counted by: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string
  /** The marks that the browser keeps: see `AccessSecrets.sealedMark`. Of whichever users, and made by whomever. */
  readonly marks: ReadonlyArray<Redacted.Redacted<string>>
  /** What the user is shown of it later. */
  readonly origin: SessionOrigin
}
