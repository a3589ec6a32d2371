/**
 * Reads of a list that may have to look at all its entries: a long list keeps nobody else waiting ({@link Executor.readLong}).
 */
import type { Realm } from "@vintem/domain/access"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "./executor.ts"

/** So many are looked at within some ten milliseconds: sooner than a thread is started. */
const fewEntries = 5_000

/**
 * Where a server does the work nobody waits for a list, and its length is not asked for.
 *
 * @param caller - whose list it is
 * @param entries - how many it has without any filter
 */
export const longReader = (
  executor: Executor["Service"],
  caller: Realm,
  entries: Effect.Effect<number, StorageUnavailable>,
): Effect.Effect<Pick<Executor["Service"], "read">, StorageUnavailable> =>
  executor.dialect.answersAtOnce
    ? Effect.map(entries, (count) =>
        count <= fewEntries ? executor : { read: (operation, query) => executor.readLong(operation, caller, query) },
      )
    : Effect.succeed(executor)
