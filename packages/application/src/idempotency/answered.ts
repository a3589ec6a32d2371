/**
 * The answer to a request, as it is sent and kept under its key.
 */
import { IdempotencyStore, type StorageUnavailable, type StoredAnswer, type WriteSets } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Consequence, SaveConflict } from "../reactions/consequence.ts"
import { commitWrites } from "../units/commit-writes.ts"
import type { KeyedRequest } from "./keyed-request.ts"

export type Answered<Outcome> =
  /** The request was done now. */
  | { readonly isReplayed: false; readonly outcome: Outcome; readonly answer: StoredAnswer }
  /** An earlier request under the same key was done: this is its answer, byte for byte. */
  | { readonly isReplayed: true; readonly answer: StoredAnswer }

/** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
export type Encode<Outcome> = (outcome: Outcome) => StoredAnswer

/** A request with its key, and the encoding of its outcome. */
export interface Answering<Outcome> {
  readonly keyed: KeyedRequest | null
  readonly encode: Encode<Outcome>
}

/** The answer of an earlier request. */
export const replayed = (answer: StoredAnswer): Answered<never> => ({ isReplayed: true, answer })

/** Commits what a request came to with its answer, which is that of another process if that one resumed the request and answered it first. */
export const commitAnswered = <Outcome>(
  { encode, keyed }: Answering<Outcome>,
  outcome: Outcome,
  writes: ReadonlyArray<Consequence>,
): Effect.Effect<Answered<Outcome>, SaveConflict | StorageUnavailable, WriteSets> => {
  const answer = encode(outcome)
  const done: Answered<Outcome> = { isReplayed: false, outcome, answer }
  if (keyed === null) return Effect.as(commitWrites(writes), done)
  return commitWrites([...writes, { _tag: "KeepAnswer", scope: keyed, key: keyed.key, answer }]).pipe(
    Effect.as(done),
    Effect.catchTag("AnswerConflict", ({ answer: first }) => Effect.as(commitWrites(writes), replayed(first))),
  )
}

/** Part of a unit: keeps the answer of a request under its key, with what the unit has written. */
export const keepAnswer = <Outcome>(
  { encode, keyed }: Answering<Outcome>,
  outcome: Outcome,
): Effect.Effect<Answered<Outcome>, StorageUnavailable, IdempotencyStore> => {
  const answer = encode(outcome)
  const done: Answered<Outcome> = { isReplayed: false, outcome, answer }
  return keyed === null
    ? Effect.succeed(done)
    : Effect.flatMap(IdempotencyStore, (store) =>
        Effect.map(store.answer(keyed, keyed.key, answer), (kept) =>
          kept.status === answer.status && kept.body === answer.body ? done : replayed(kept),
        ),
      )
}
