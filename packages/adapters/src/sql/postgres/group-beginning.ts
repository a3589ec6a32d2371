/**
 * How the transaction of a group of units begins.
 */
import { countShardSetting, groupShards } from "../engine/count-shard.ts"
import { begin, type Unsent } from "./transaction.ts"

/**
 * How long a statement of a group waits for a lock, milliseconds. A unit may wait for one that waits for another of its own group: then
 * each is better run alone.
 */
const lockWaitMillis = 100

/**
 * A group counts many rows, and until it ends others wait for each count it has changed. So it counts in rows of its own: those of the first
 * shard that no other group has, in whatever process. Where all are taken it counts where units do that are alone.
 */
const settingsText = `select
  set_config('lock_timeout', '${lockWaitMillis}', true),
  set_config('${countShardSetting}', coalesce((
    select shard::text from generate_series(${groupShards.first}, ${groupShards.last}) as shard
    where pg_try_advisory_xact_lock(hashtext('vintem count shard ' || current_schema()), shard) limit 1
  ), ''), true)`

/** Leaves with the first statements. */
export const groupBeginning: ReadonlyArray<Unsent> = [
  begin,
  { operation: "begin", statement: { name: "begin group", text: settingsText, values: [] } },
]
