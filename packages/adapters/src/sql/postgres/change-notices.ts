/**
 * How processes on one PostgreSQL database learn of each other's changes: by `notify`, gathered after the commits, and by one connection
 * that listens.
 *
 * A transaction that notifies holds a lock over all databases of the server from before its commit is written until it is on the disk: if
 * orders notified, they would be committed one after another. So a unit does not. After its commit, its changes are
 * collected and sent by a statement of their own, which writes nothing and waits for no disk: at most twenty a second
 * in each process.
 *
 * @see docs/decisions/storage.md#0271
 */
import { Change } from "@vintem/domain/ports"
import { Deferred, Effect, Fiber, Latch, Option, Schema, type Scope } from "effect"
import { CompiledQuery } from "kysely"
import type { Client } from "pg"
import { nameOf, type ProcessFeed } from "../../changes/process-feed.ts"
import { ask, type ConnectionOptions, type ConnectionPool, connectionConfig } from "./connection-pool.ts"
import { type Servers, serversOf } from "./servers.ts"
import { failureOf, type PostgresFailure } from "./sql-state.ts"

/** A notice of one process: its name, and the changes; null if every listener has to read again. */
const Notice = Schema.Struct({ from: Schema.String, changes: Schema.NullOr(Schema.Array(Change)) })

const noticeFromText = Schema.decodeUnknownOption(Schema.fromJsonString(Notice))

/** A notice has less than 8,000 bytes, and a change at most 180. */
const changesInNotice = 40

/** If there are more changes, they are not named, and every listener reads again. */
const changesSaidMax = 400

/** How long changes are gathered after a notice before the next one. */
const gatherMillis = 50

/** The wait before the next try if the database does not take a notice. */
const sayAgainMillis = 1_000

/** The most time that an ending process takes for its last notice. */
const farewellMillis = 2_000

/** Changes in another schema of the same database do not concern this service. */
const channel = "'vintem_changes_' || md5(current_schema())"

const sayQuery = (texts: ReadonlyArray<string>) =>
  CompiledQuery.raw(`select pg_notify(${channel}, said) from unnest($1::text[]) as said`, [[...texts]])

interface Notifier {
  /** Tells other processes soon. `null` makes them read everything again. Never throws. */
  readonly say: (changes: ReadonlyArray<Change> | null) => void
}

/** Sends the changes it gets until the scope ends, and then the rest. */
export const notifier = Effect.fnUntraced(function* (pool: ConnectionPool, from: string) {
  const gathered = new Map<string, Change>()
  let isBehind = false
  const isThere = Latch.makeUnsafe(false)

  const fallBehind = (): void => {
    isBehind = true
    gathered.clear()
  }

  const say: Notifier["say"] = (changes) => {
    if (changes === null) fallBehind()
    else if (!isBehind) {
      for (const change of changes) gathered.set(nameOf(change), change)
      if (gathered.size > changesSaidMax) fallBehind()
    }
    if (isBehind || gathered.size > 0) isThere.openUnsafe()
  }

  const takeTexts = (): ReadonlyArray<string> => {
    const parts = isBehind ? [null] : inParts([...gathered.values()])
    isThere.closeUnsafe()
    isBehind = false
    gathered.clear()
    return parts.map((changes) => JSON.stringify({ from, changes } satisfies typeof Notice.Encoded))
  }

  const sayAll = Effect.suspend(() => {
    const { parameters: values, sql: text } = sayQuery(takeTexts())
    return pool.withConnection((client) => ask(client, { text, values }))
  }).pipe(
    Effect.tapError(() => Effect.sync(() => say(null))), // some of the changes may have been sent, or none
    Effect.asVoid,
  )

  const saying = yield* Effect.forkDetach(
    Effect.forever(
      isThere.await.pipe(
        // Changes that were taken have to be sent here, so an interruption waits for that.
        Effect.andThen(Effect.uninterruptible(sayAll)),
        Effect.matchEffect({
          onFailure: () => Effect.sleep(sayAgainMillis),
          onSuccess: () => Effect.sleep(gatherMillis),
        }),
      ),
    ),
  )
  const withinFarewell = (last: Effect.Effect<void, unknown>) => Effect.ignore(Effect.timeout(last, farewellMillis))
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      withinFarewell(Fiber.interrupt(saying)),
      Effect.suspend(() => (isThere.isOpen() ? withinFarewell(sayAll) : Effect.void)),
    ),
  )
  const made: Notifier = { say }
  return made
})

const inParts = (changes: ReadonlyArray<Change>): ReadonlyArray<ReadonlyArray<Change>> =>
  Array.from({ length: Math.ceil(changes.length / changesInNotice) }, (_, part) =>
    changes.slice(part * changesInNotice, (part + 1) * changesInNotice),
  )

/** How often the connection is tested. */
const askEveryMillis = 30_000

/** The wait before a new connection: the first one, and the longest. */
const reconnectMillis = { first: 250, most: 10_000 } as const

/**
 * Passes the notices of other processes to the listeners of this one, over a connection of its own, until the scope
 * ends. It has begun when it listens, or when its first try failed. If the connection is lost, it makes another, and
 * then every listener reads again.
 */
export const lookOut = (
  url: string,
  options: ConnectionOptions,
  feed: ProcessFeed,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const hasTried = yield* Deferred.make<void>()
    const servers = serversOf(url)
    let pause: number = reconnectMillis.first
    const listening = Effect.scoped(
      Effect.gen(function* () {
        const { lost } = yield* connectedListener(servers, options, (text) => passOn(feed, text))
        pause = reconnectMillis.first
        feed.readAgain()
        yield* Deferred.succeed(hasTried, undefined)
        return yield* lost
      }),
    ).pipe(
      Effect.catch((failure) =>
        Effect.logWarning("changes by other processes cannot be received for now", { cause: String(failure) }),
      ),
      Effect.andThen(Deferred.succeed(hasTried, undefined)),
      Effect.andThen(
        Effect.suspend(() => {
          const now = pause
          pause = Math.min(pause * 2, reconnectMillis.most)
          return Effect.sleep(now)
        }),
      ),
    )
    yield* Effect.forkScoped(Effect.forever(listening))
    yield* Deferred.await(hasTried)
  })

/**
 * Passes a notice on to the listeners of this process. A notice of another version or program is unreadable: then
 * anything may have changed.
 */
const passOn = (feed: ProcessFeed, text: string): void => {
  const notice = noticeFromText(text)
  if (Option.isNone(notice)) feed.readAgain()
  else if (notice.value.from === feed.name) return
  else if (notice.value.changes === null) feed.readAgain()
  else feed.tell(notice.value.changes)
}

/** Listens from now on until the scope ends. `lost` waits until the connection is lost, and fails then. */
const connectedListener = Effect.fnUntraced(function* (
  servers: Servers,
  options: ConnectionOptions,
  received: (text: string) => void,
) {
  const lost = yield* Deferred.make<never, PostgresFailure>()
  const loseBy = (cause: unknown): void => {
    Deferred.doneUnsafe(lost, Effect.fail(failureOf(cause)))
  }
  const config = connectionConfig(servers, options, true)
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new config.Client(config)),
    (opened) =>
      Effect.ignore(
        Effect.timeout(
          Effect.tryPromise(() => opened.end()),
          farewellMillis,
        ),
      ),
  )
  client.on("error", loseBy)
  client.on("end", () => loseBy(new Error("the connection was closed")))
  client.on("notification", ({ payload }) => received(payload ?? ""))
  yield* Effect.tryPromise({ try: () => client.connect(), catch: failureOf })
  const { rows } = yield* queried(client, `select ${channel} as channel`)
  yield* queried(client, `listen "${String(rows[0]?.["channel"])}"`)
  const asked = Effect.forever(Effect.andThen(Effect.sleep(askEveryMillis), queried(client, "select 1")))
  return { lost: Effect.raceFirst(Deferred.await(lost), asked) }
})

const queried = (client: Client, text: string) =>
  Effect.tryPromise({ try: () => client.query<Readonly<Record<string, unknown>>>(text), catch: failureOf })
