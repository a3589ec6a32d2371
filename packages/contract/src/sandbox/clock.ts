/** The sandbox's clock on the wire: its time, and how far to move it. */
import type { Instant } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import { described, object, required } from "../input/codec.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { integer } from "../input/integer.ts"

/** The clock moves at most 400 days at once. */
export const advanceSecondsMax = 400 * 86_400

/** The service's time. In the sandbox it may be ahead of the machine's. */
export const ClockView = Schema.Struct({
  data: Schema.Struct({ now: Schema.String.annotate({ description: "ISO 8601, UTC.", format: "date-time" }) }),
}).annotate({ identifier: "Clock", examples: [{ data: { now: "2026-11-21T13:00:00.000Z" } }] })
export type ClockView = typeof ClockView.Type

/** The time is ISO 8601 in UTC. */
export const clockView = (now: Instant): ClockView => ({ data: { now: new Date(now).toISOString() } })

/** How far the clock moves forward; it cannot be moved back. */
export const advanceBody = described(
  object({
    seconds: required(integer({ min: 1, max: advanceSecondsMax }), {
      description:
        "How far to move the clock: 1 second to 400 days, and in all not more than ten years (3,653 days) ahead of real time.",
    }),
  }),
  { identifier: "AdvanceRequest", examples: [{ seconds: 3_600 }] },
)

/** Why the clock was not moved. @param secondsMax - how far it may still be moved; 0 or more */
export const clockTooFar = (secondsMax: number): InvalidFields =>
  invalidFields([fault("seconds", { code: "clock_too_far", max: secondsMax })])
