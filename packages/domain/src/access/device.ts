/**
 * A browser where a user has signed in before. It holds a mark that only the service can make. Guesses that come with a
 * mark are counted apart, so somebody who guesses at the account from elsewhere never makes a marked browser wait.
 *
 * @see docs/decisions/access.md#0336
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { UserId } from "./user.ts"

/**
 * How many guess counters the marked browsers of one user share. A browser gets one of them at random, so stolen marks,
 * however many, allow no more guesses a day than these counters do.
 */
export const deviceSlots = 32

/** A mark counts for 180 days after the browser's last sign-in. In milliseconds. */
export const deviceMillis = 15_552_000_000

/** The contents of a mark. */
export const DeviceMark = Schema.Struct({
  user: UserId,
  /** The generation of the user's credentials when the mark was made: see `Credentials`. */
  generation: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The guess counter of this browser. */
  slot: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: deviceSlots - 1 })),
  markedAt: Instant,
})
export type DeviceMark = typeof DeviceMark.Type

/** True if a browser with this mark counts as the user's at an instant. */
export const isMarkOf = (
  mark: DeviceMark,
  { generation, user }: Pick<DeviceMark, "generation" | "user">,
  now: Instant,
): boolean => mark.user === user && mark.generation === generation && now - mark.markedAt < deviceMillis
