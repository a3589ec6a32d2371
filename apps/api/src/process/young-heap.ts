/**
 * The young part of V8's heap, where objects begin. While a service starts, `vintem.mjs` keeps it small: a start makes
 * many lasting objects, and an idle process would keep the memory for them.
 *
 * @see docs/decisions/engineering.md#0308
 */
import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/**
 * Lets the young heap grow from now on, up to `--max-semi-space-size`, if objects are made fast. Each collection copies
 * the data in use: a busy service saves time by fewer collections.
 */
export const letYoungHeapGrow = Effect.sync(() => setFlagsFromString("--semi-space-growth-factor=2"))

/** Stops its growth: an export of many orders gains no time from a large one. */
export const keepYoungHeapSmall = Effect.sync(() => setFlagsFromString("--semi-space-growth-factor=1"))
