/**
 * A browser where a user has signed in before. It keeps a mark that only the service can make, and guesses that come with a mark have a
 * count of their own: who guesses at the account from elsewhere makes no marked browser wait.
 *
 * @see docs/decisions/access.md#0336
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { UserId } from "./user.ts"

/**
 * How many counts the marked browsers of one user have. A browser is given one of them by chance: so many guesses a day, and no more, are
 * possible with however many marks that were stolen.
 */
export const deviceSlots = 32

/** How long a mark counts after the browser's last sign-in, milliseconds: 180 days. */
export const deviceMillis = 15_552_000_000

/** What the mark says. */
export const DeviceMark = Schema.Struct({
  user: UserId,
  /** The generation of the user's credentials when the mark was made: see `Credentials`. */
  generation: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** Which of the user's counts it has. */
  slot: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: deviceSlots - 1 })),
  markedAt: Instant,
})
export type DeviceMark = typeof DeviceMark.Type

/** Whether a browser with this mark counts as the user's at an instant. */
export const isMarkOf = (
  mark: DeviceMark,
  { generation, user }: Pick<DeviceMark, "generation" | "user">,
  now: Instant,
): boolean => mark.user === user && mark.generation === generation && now - mark.markedAt < deviceMillis
