/**
 * The settings of a transaction of several units.
 */
import { countShardSetting, countShards } from "../engine/dialect.ts"
import type { Unsent } from "./transaction.ts"

/**
 * How long a statement of a group waits for a lock, milliseconds. Two groups may wait for each other, or a group for a transaction that waits
 * for it. After this time the group is rolled back, and its units are run alone.
 */
const lockWaitMillis = 100

/** The shards of groups follow those of units that are alone. */
const firstShard = countShards
const lastShard = firstShard + 15

/**
 * A group locks every count that it changes until it ends. So it takes the first group shard that no other group has, in whatever process. If
 * all are taken, it uses the shards of single units.
 */
const settingsText = `select
  set_config('lock_timeout', '${lockWaitMillis}', true),
  set_config('${countShardSetting}', coalesce((
    select shard::text from generate_series(${firstShard}, ${lastShard}) as shard
    where pg_try_advisory_xact_lock(hashtext('vintem count shard ' || current_schema()), shard) limit 1
  ), ''), true)`

export const groupSettings: ReadonlyArray<Unsent> = [
  { operation: "begin", statement: { name: "group settings", text: settingsText, values: [] } },
]
