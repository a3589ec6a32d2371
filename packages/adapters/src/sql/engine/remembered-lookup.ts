/**
 * Looks up data that every request needs, and asks the database only if its tables may have been written since the last
 * time.
 *
 * @see docs/decisions/storage.md#0231
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { Executor } from "./executor.ts"
import type { Tables } from "./tables.ts"

/** Up to this many are cached; then the cache is emptied. */
export const rememberedMax = 1_000

/**
 * Whether keys without a result are cached. If callers could invent keys, misses would empty the cache for everybody.
 */
export type Misses = "cached" | "not cached"

/**
 * @param tables - all that `find` reads
 * @param find - what the database says
 * @param misses - `"cached"` only if the service itself issued each key
 */
export const rememberedLookup = <K, A>(
  { epochOf }: Pick<Executor["Service"], "epochOf">,
  tables: ReadonlyArray<keyof Tables>,
  find: (key: K) => Effect.Effect<Option.Option<A>, StorageUnavailable>,
  misses: Misses = "not cached",
): ((key: K) => Effect.Effect<Option.Option<A>, StorageUnavailable>) => {
  const epoch = epochOf(tables)
  let rememberedIn: number | null = null
  const remembered = new Map<K, Option.Option<A>>()
  const remember = (now: number, key: K, found: Option.Option<A>): void => {
    // Something was written while the database was asked: the answer may be from before or after the write.
    if (now !== rememberedIn || (Option.isNone(found) && misses === "not cached")) return
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(key, found)
  }
  return (key) =>
    Effect.flatMap(epoch, (now) => {
      if (now === null) return find(key)
      if (now !== rememberedIn) remembered.clear()
      rememberedIn = now
      const known = remembered.get(key)
      return known === undefined
        ? Effect.tap(find(key), (found) => Effect.sync(() => remember(now, key, found)))
        : Effect.succeed(known)
    })
}
