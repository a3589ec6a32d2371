/**
 * Reads of a list that may have to look at all its entries: a long list keeps nobody else waiting ({@link Executor.readLong}).
 */
import type { Realm } from "@vintem/domain/access"
import type { Executor } from "./executor.ts"

/** So many are looked at within some ten milliseconds: sooner than a thread is started. */
const fewEntries = 5_000

/**
 * @param caller - whose list it is
 * @param entries - how many it has without any filter
 */
export const longReader = (
  executor: Executor["Service"],
  caller: Realm,
  entries: number,
): Pick<Executor["Service"], "read"> =>
  entries <= fewEntries ? executor : { read: (operation, query) => executor.readLong(operation, caller, query) }
