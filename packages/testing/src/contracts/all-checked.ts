/** Everything of one kind in a store, as its storage check reads it. */

import { beforeAll, type CheckPlace, type CheckWalk } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"

/** @returns by id */
export const allChecked = <Checked extends CheckPlace>({ scan }: Pick<CheckWalk<Checked>, "scan">) =>
  Effect.map(scan({ after: beforeAll, lastId: Number.MAX_SAFE_INTEGER, limit: 1_000 }), (found) =>
    found.toSorted((one, other) => one.id - other.id),
  )
