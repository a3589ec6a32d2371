/**
 * Hashes passwords, slowly on purpose, beside the event loop.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { PasswordHash, UserId } from "../../access/user.ts"

/** So many passwords wait to be hashed, or so many of this network, that no more are taken: ask again later. Nothing was judged. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

/** Hashes a password, and says whether another is the same. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** Equal passwords have different hashes. @param owner - whose it becomes, who has shown a link for it: those who wait are served in turn */
    readonly hash: (password: Redacted.Redacted<string>, owner: string) => Effect.Effect<PasswordHash, PasswordsBusy>
    /**
     * Whether a password is the one that was hashed. If there is no hash it is false, after the same work: the time it takes does
     * not tell whether there is one.
     *
     * @param network - from where it comes. Networks are served in turn, and those from which a password was right before wait apart from
     * the others
     * @param known - the user whose browser it comes from, if that is known: it waits in the queue of browsers that gave a right password before
     */
    readonly verify: (
      password: Redacted.Redacted<string>,
      hash: PasswordHash | null,
      network: string,
      known?: UserId,
    ) => Effect.Effect<boolean, PasswordsBusy>
  }
>()("@vintem/domain/ports/PasswordHasher") {}
