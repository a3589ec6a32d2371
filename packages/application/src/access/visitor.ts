/**
 * An unauthenticated caller.
 */
import type { SessionOrigin } from "@vintem/domain/access"
import type { Redacted } from "effect"

/** The origin of an unauthenticated request. */
export interface Visitor {
  /** The key for counting attempts: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string
  /** The browser's marks: see `AccessSecrets.sealedMark`. They may be of any user, or forged. */
  readonly marks: ReadonlyArray<Redacted.Redacted<string>>
  /** The origin that the user sees later. */
  readonly origin: SessionOrigin
}
