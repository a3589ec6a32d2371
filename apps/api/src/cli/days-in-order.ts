/**
 * Checks `--from` and `--to`. Days the wrong way round would give an empty sheet, which looks like a time without
 * orders.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import { Effect } from "effect"
import { Refused } from "../failures/outcome.ts"

interface Stretch {
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

export const daysInOrder = ({ from, to }: Stretch): Effect.Effect<void, Refused> =>
  from !== undefined && to !== undefined && to < from
    ? new Refused({ message: "--to may not be before --from." })
    : Effect.void
