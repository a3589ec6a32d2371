/** A request with an idempotency key, and why it may not be worked on. */
import type { KeyScope } from "@vintem/domain/ports"
import { Schema } from "effect"

/** The client's key, with the fingerprint of its request. */
export interface KeyedRequest extends KeyScope {
  /** 1 to 255 characters. */
  readonly key: string
  readonly fingerprint: string
  /** Fingerprints under the service's former keys. */
  readonly formerFingerprints?: ReadonlyArray<string>
}

/** The key was used for another request. Nothing was done; choose another key. */
export class KeyMismatched extends Schema.TaggedError<KeyMismatched>()("KeyMismatched", {}) {}

/** The first request with this key is still running. Ask again in a moment, with the same key. */
export class KeyInUse extends Schema.TaggedError<KeyInUse>()("KeyInUse", {}) {}

/** Why a request is not worked on under its key. */
export type KeyRefused = KeyInUse | KeyMismatched
