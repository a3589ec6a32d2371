/**
 * Looks up what every request asks for, and asks the database only where something may have been committed since.
 *
 * @see docs/decisions/storage.md#0231
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { Executor } from "./executor.ts"

/** Up to this many are cached; then the cache is emptied. Failed lookups are not cached: callers can invent any number of keys. */
export const rememberedMax = 1_000

/** @param find - what the database says */
export const rememberedLookup = <K, A>(
  { epoch }: Pick<Executor["Service"], "epoch">,
  find: (key: K) => Effect.Effect<Option.Option<A>, StorageUnavailable>,
): ((key: K) => Effect.Effect<Option.Option<A>, StorageUnavailable>) => {
  let rememberedIn: number | null = null
  const remembered = new Map<K, Option.Option<A>>()
  const remember = (now: number, key: K, found: Option.Option<A>): void => {
    // Something was committed during the read: the state that was read is unknown.
    if (now !== rememberedIn || Option.isNone(found)) return
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
