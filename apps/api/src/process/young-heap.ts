/**
 * The young part of V8's heap, where objects begin. While a service starts, `vintem.mjs` keeps it small: a start makes much that lives on, and
 * an idle process would keep the room for it.
 *
 * @see docs/decisions/engineering.md#0308
 */
import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/**
 * Lets it grow from now on, to what `--max-semi-space-size` allows, if objects are made fast. Each collection copies what is being
 * handled: a service with much to do saves time by fewer of them.
 */
export const letYoungHeapGrow = Effect.sync(() => setFlagsFromString("--semi-space-growth-factor=2"))

/** Stops its growth: an export of many orders gains no time by a large one. */
export const keepYoungHeapSmall = Effect.sync(() => setFlagsFromString("--semi-space-growth-factor=1"))
