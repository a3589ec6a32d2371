/**
 * Long reads take turns by company: however many reads a company requests, each other company waits for only one of
 * them.
 *
 * @see docs/decisions/storage.md#0333
 */
import { type Realm, realmName } from "@vintem/domain/access"
import { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { takingTurns } from "../../node/turns.ts"

/** The most reads of one caller that may wait: each has to be answered while its caller still waits. */
const waitingOfOne = 10
/** Bounds the memory. */
const callers = 1_000

/** Does a long read when it is the caller's turn. Fails as `busy` if too many reads of the caller wait. */
export const longReadTurns = (atOnce: number) => {
  const inTurn = takingTurns({ atOnce, ofOne: waitingOfOne, callers }, () => new TooManyLongReads())
  return <A, E>(
    operation: string,
    caller: Realm,
    read: Effect.Effect<A, E>,
  ): Effect.Effect<A, E | StorageUnavailable> =>
    Effect.catchIf(
      inTurn({ name: realmName(caller), isKnown: true }, read),
      (error): error is TooManyLongReads => error instanceof TooManyLongReads,
      (cause) => Effect.fail(new StorageUnavailable({ fault: "busy", operation, cause })),
    )
}

class TooManyLongReads extends Error {
  override readonly name = "TooManyLongReads"

  constructor() {
    super("Too many long reads of this company wait.")
  }
}
