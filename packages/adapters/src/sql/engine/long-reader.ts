/**
 * Reads of a list that may have to look at many of its entries: a long list keeps nobody else waiting ({@link Executor.readLong}).
 */
import type { Realm } from "@vintem/domain/access"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "./executor.ts"

/** So many are looked at within some ten milliseconds: sooner than a thread is started, and no connection is kept for long. */
export const fewEntries = 5_000

/** What a list is read with. */
export type ListReader = Pick<Executor["Service"], "read">

/**
 * What a list is read with, as long as it is.
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
 * What a stretch of a list is read with.
 *
 * @param entries - how many are looked at
 */
export const readerOf = (executor: Executor["Service"], caller: Realm, entries: number): ListReader =>
  entries <= fewEntries ? executor : { read: (operation, query) => executor.readLong(operation, caller, query) }
