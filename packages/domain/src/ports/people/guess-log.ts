/**
 * How often was guessed at what. Keys are hashes: neither addresses of people nor of machines are kept here.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Guesses } from "../../access/guessing.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Keeps how often was guessed at what, for a caller who counts. */
export class GuessLog extends Context.Service<
  GuessLog,
  {
    /** What is kept under a key. */
    readonly find: (key: string) => Effect.Effect<Option.Option<Guesses>, StorageUnavailable>
    /** Adds or replaces what is kept under its key. Of units that read it and then replace it, each sees what the one before wrote. */
    readonly put: (guesses: Guesses) => Effect.Effect<void, StorageUnavailable>
    /** Nothing happens if nothing is kept under the key. */
    readonly remove: (key: string) => Effect.Effect<void, StorageUnavailable>
    /** Forgets what was guessed at last before an instant, at most so many keys. @returns how many it has forgotten */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/GuessLog") {}
