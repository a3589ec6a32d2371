/**
 * Stores how often callers guessed. Keys are hashes: no addresses of people or machines are stored here.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Guesses } from "../../access/guessing.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores guess counts. The caller counts. */
export class GuessLog extends Context.Service<
  GuessLog,
  {
    /** The count under a key. */
    readonly find: (key: string) => Effect.Effect<Option.Option<Guesses>, StorageUnavailable>
    /**
     * Adds or replaces the count under its key. If several units read and then replace it, each sees what the previous
     * one wrote.
     */
    readonly put: (guesses: Guesses) => Effect.Effect<void, StorageUnavailable>
    /** Does nothing if there is no such key. */
    readonly remove: (key: string) => Effect.Effect<void, StorageUnavailable>
    /** Forgets counts whose last guess was before an instant, at most `limit` keys. @returns how many */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/GuessLog") {}
