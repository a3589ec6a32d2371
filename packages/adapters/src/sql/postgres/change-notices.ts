/**
 * How processes on one PostgreSQL database learn of each other's changes: by `notify`, gathered after the commits, and by one connection
 * that listens.
 *
 * A transaction that notifies holds a lock over all databases of the server from before its commit is written until it is on the disk: if
 * orders notified, they would be committed one after another. So a unit does not. What it changed is gathered when it is committed, and
 * said by a statement of its own that writes nothing and waits for no disk, at most twenty a second and process.
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

/** What one process says: its name, and what has changed; null if everybody is to read again. */
const Notice = Schema.Struct({ from: Schema.String, changes: Schema.NullOr(Schema.Array(Change)) })

const noticeFromText = Schema.decodeUnknownOption(Schema.fromJsonString(Notice))

/** A notice has less than 8,000 bytes, and a change at most 180. */
const changesInNotice = 40

/** More changes than these are not named at once: everybody reads again. */
const changesSaidMax = 400

/** How long changes are gathered after a notice before the next one. */
const gatherMillis = 50

/** How long until it is tried again if the database does not take a notice. */
const sayAgainMillis = 1_000

/** How long a process that ends takes for its last notice. */
const farewellMillis = 2_000

/** The tables of another schema of the same database are others' business. */
const channel = "'vintem_changes_' || md5(current_schema())"

const sayQuery = (texts: ReadonlyArray<string>) =>
  CompiledQuery.raw(`select pg_notify(${channel}, said) from unnest($1::text[]) as said`, [[...texts]])

interface Notifier {
  /** Says it to other processes soon. `null` has them read again. Never throws. */
  readonly say: (changes: ReadonlyArray<Change> | null) => void
}

/** Says what it is told until the scope ends, and then what is left. */
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
    Effect.tapError(() => Effect.sync(() => say(null))), // some of it may have been said, or nothing
    Effect.asVoid,
  )

  const saying = yield* Effect.forkDetach(
    Effect.forever(
      isThere.await.pipe(
        // What was taken has to be reported here, so an interruption waits until it is.
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

/** How often it is asked whether the connection is there still. */
const askEveryMillis = 30_000

/** How long until the connection is made again: the first time, and at most. */
const reconnectMillis = { first: 250, most: 10_000 } as const

/**
 * Has the listeners of this process told of what others say, over a connection of its own, until the scope ends. Has begun once it listens,
 * or could not for the first time. A connection that is lost is made again, and then everybody reads again.
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

/** Passes a notice on to the listeners of this process. One of another version or program cannot be read: then anything may have changed. */
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
