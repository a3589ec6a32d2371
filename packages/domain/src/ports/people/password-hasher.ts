/** Hashes passwords, slowly on purpose, outside the event loop. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { PasswordHash, UserId } from "../../access/user.ts"

/** Too many passwords wait to be hashed, in all or from this network: try again later. Nothing was checked. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

/** Hashes passwords, and compares them with a hash. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /**
     * Equal passwords have different hashes.
     *
     * @param owner - the user, identified by a link; owners take turns
     */
    readonly hash: (password: Redacted.Redacted<string>, owner: string) => Effect.Effect<PasswordHash, PasswordsBusy>
    /**
     * True if the password matches the hash. Without a hash it is false after the same work, so the time does not
     * reveal if there is one.
     *
     * @param network - the network of the caller. Networks take turns, and those with an earlier right password have a
     *   queue of their own
     * @param known - the user whose browser it is, if that is known: it waits in the queue of browsers that sent a
     *   right password before
     */
    readonly verify: (
      password: Redacted.Redacted<string>,
      hash: PasswordHash | null,
      network: string,
      known?: UserId,
    ) => Effect.Effect<boolean, PasswordsBusy>
  }
>()("@vintem/domain/ports/PasswordHasher") {}
