/**
 * A request that carries an idempotency key, and what can keep it from being worked on.
 */
import type { KeyScope } from "@vintem/domain/ports"
import { Schema } from "effect"

/** The key that the client chose, with the fingerprint of its request. */
export interface KeyedRequest extends KeyScope {
  /** 1 to 255 characters. */
  readonly key: string
  readonly fingerprint: string
  /** Under the keys that the service had before. */
  readonly formerFingerprints?: ReadonlyArray<string>
}

/** The key was used for another request. Nothing was done; choose another key. */
export class KeyMismatched extends Schema.TaggedError<KeyMismatched>()("KeyMismatched", {}) {}

/** The first request under this key is still being worked on. Ask again in a moment, under the same key. */
export class KeyInUse extends Schema.TaggedError<KeyInUse>()("KeyInUse", {}) {}

/** Why a request is not worked on under its key. */
export type KeyRefused = KeyInUse | KeyMismatched
