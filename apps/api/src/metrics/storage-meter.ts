/** Metrics of the storage: groups of commits on SQLite, connections to PostgreSQL. */
import { CommitWatch, PostgresStorage } from "@vintem/adapters"
import { Effect, Layer, Option } from "effect"
import { catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"

/** Counts the commits of the SQLite file that is opened on this layer. */
export const commitMeter = Layer.effect(
  CommitWatch,
  Effect.map(Meter, ({ histogram }) => {
    const noteUnits = histogram(catalogue.commitUnits, {})
    const noteDuration = histogram(catalogue.commitDuration, {})
    const noteWait = histogram(catalogue.commitWait, {})
    return ({ longestWaitSeconds, seconds, units }) => {
      noteUnits(units)
      noteDuration(seconds)
      noteWait(longestWaitSeconds)
    }
  }),
)

/** Reports the connections, if there are some. */
export const poolMeter = Layer.effectDiscard(
  Effect.gen(function* () {
    const { gauge } = yield* Meter
    const database = yield* Effect.serviceOption(PostgresStorage.PostgresDatabase)
    if (Option.isNone(database)) return
    const { use } = database.value
    gauge(catalogue.connections, { db_client_connection_state: "used" }, () => use().used)
    gauge(catalogue.connections, { db_client_connection_state: "idle" }, () => use().idle)
    gauge(catalogue.connectionsMax, {}, () => use().max)
    gauge(catalogue.connectionsPending, {}, () => use().pending)
  }),
)
