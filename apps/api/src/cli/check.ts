/**
 * `vintem check`: whether what is stored still agrees with itself. Looks only, and may be run beside the service.
 */

import { SqliteStorage } from "@vintem/adapters"
import { type CheckProgress, checkStorage, type FoundBreach } from "@vintem/application"
import { Clock, Console, Effect, Stdio, Stream } from "effect"
import { Command } from "effect/cli"
import { Configuration } from "../configuration/configuration.ts"
import { configured } from "../configuration/configured.ts"
import { storageAsItIs } from "../storage.ts"
import { breachLine } from "./breach-line.ts"
import { BreachesFound, Refused } from "./outcome.ts"
import { jsonFlag } from "./output.ts"

/** How often progress is told, milliseconds: to whoever watches, and to a log. */
const toTerminalMillis = 200
const toLogMillis = 10_000

export const check = Command.make("check", { json: jsonFlag }, ({ json }) =>
  configured(Effect.flatMap(Configuration, ({ database }) => Effect.provide(checked(json), storageAsItIs(database)))),
).pipe(
  Command.withDescription(
    "Fold every order's log and compare it with what is stored and with the laws of money.\n\n" +
      "Prints a line a breach: the order, what is wrong, stored against folded. Progress goes to standard error. Exit status 0 " +
      "where nothing is wrong, 1 where something is. Only reads, and may be run while the service is in use.",
  ),
  Command.withShortDescription("Verify the stored data"),
)

const checked = Effect.fnUntraced(function* (isJson: boolean) {
  const { pendingMigrations } = yield* SqliteStorage.SqliteDatabase
  if ((yield* pendingMigrations).length > 0) {
    return yield* new Refused({ message: "The database is not up to date. Bring it there with: vintem migrate" })
  }
  const breaches = isJson ? jsonOf : linesOf
  const onProgress = yield* progressPrinter
  yield* breaches.begin
  const { orders, breaches: count } = yield* checkStorage({ onBreach: breaches.print(), onProgress })
  yield* breaches.end(orders, count)
  if (count > 0)
    return yield* new BreachesFound({ message: `${counted(count, "breach", "breaches")} in ${orderCount(orders)}.` })
})

/** How breaches reach standard output: one by one as they are found, for there may be as many as there are orders. */
interface BreachPrinter {
  readonly begin: Effect.Effect<void>
  readonly print: () => (found: FoundBreach) => Effect.Effect<void>
  readonly end: (orders: number, breaches: number) => Effect.Effect<void>
}

const linesOf: BreachPrinter = {
  begin: Effect.void,
  print: () => (found) => Console.log(breachLine(found)),
  end: (orders, breaches) => (breaches === 0 ? Console.log(`No breach in ${orderCount(orders)}.`) : Effect.void),
}

/** One document over many lines. */
const jsonOf: BreachPrinter = {
  begin: Console.log('{"breaches":['),
  print: () => {
    let before = ""
    return (found) =>
      Effect.suspend(() => {
        const line = `${before}${JSON.stringify(found)}`
        before = ","
        return Console.log(line)
      })
  },
  end: (orders, breaches) => Console.log(`],"orders":${orders},"count":${breaches}}`),
}

/** Tells how far it is: on a terminal in place, elsewhere now and then a line. */
const progressPrinter = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const isTerminal = yield* stdio.stderrIsTerminal
  const [everyMillis, before, after] = isTerminal ? [toTerminalMillis, "\r\u001b[2K", ""] : [toLogMillis, "", "\n"]
  const start = yield* Clock.currentTimeMillis
  let toldAt = start
  return Effect.fnUntraced(function* (progress: CheckProgress) {
    const now = yield* Clock.currentTimeMillis
    const isOver = progress.share === 1 && isTerminal
    if (now - toldAt < everyMillis && !isOver) return
    toldAt = now
    const text = `${before}${progressLine(progress, now - start)}${isOver ? "\n" : after}`
    // Who no longer listens to the progress still wants the result.
    yield* Effect.ignore(Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false })))
  })
})

const progressLine = ({ orders, breaches, share }: CheckProgress, millis: number): string => {
  const perSecond = Math.round((orders * 1_000) / Math.max(millis, 1))
  return `${Math.floor(share * 100)} %, ${orderCount(orders)}, ${perSecond}/s, ${counted(breaches, "breach", "breaches")}`
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const orderCount = (count: number): string => counted(count, "order", "orders")
