/**
 * Reads of a list that may have to look at many of its entries. No other query waits for a long list ({@link
 * Executor.readLong}).
 */
import type { Realm } from "@vintem/domain/access"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "./executor.ts"

/**
 * Reading this many entries takes some ten milliseconds: less than starting a thread, and it holds no connection for
 * long.
 */
export const fewEntries = 5_000

/** What a list is read with. */
export type ListReader = Pick<Executor["Service"], "read">

/**
 * How a list is read, if it is longer than that.
 *
 * @param caller - whose list it is
 * @param entries - how many it has without any filter
 */
export const longReader = (
  executor: Executor["Service"],
  caller: Realm,
  entries: Effect.Effect<number, StorageUnavailable>,
): Effect.Effect<ListReader, StorageUnavailable> => Effect.map(entries, (count) => readerOf(executor, caller, count))

/**
 * How a part of a list is read.
 *
 * @param entries - how many are looked at
 */
export const readerOf = (executor: Executor["Service"], caller: Realm, entries: number): ListReader =>
  entries <= fewEntries ? executor : { read: (operation, query) => executor.readLong(operation, caller, query) }
