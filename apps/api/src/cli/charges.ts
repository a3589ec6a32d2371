/**
 * `vintem charges`: asks now for charges without an outcome. After a restore it lists charges that the acquirer made
 * and the database does not know, and refunds them.
 */
import { SqliteBackup, Settings as StoredSettings } from "@vintem/adapters"
import { askAllThatWaits, compareCharges, giveBackCharge, remedyOf } from "@vintem/application"
import { type Instant, instant } from "@vintem/domain/calendar"
import type { ListedCharge } from "@vintem/domain/ports"
import { Console, Duration, Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { chargeList } from "../acquirer/charge-list.ts"
import { Configuration } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { BreachesFound, Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { counted } from "../status/in-words.ts"
import { storageAsItIs } from "../storage.ts"
import { confirmed, yesFlag } from "./confirmed.ts"
import { jsonEntryPrinter } from "./json-entries.ts"
import { refusedUnlessMigrated } from "./not-migrated.ts"
import { withStorage } from "./with-storage.ts"

/**
 * Clocks differ, and a charge may be in flight while a copy begins. So an hour more is read; known charges are skipped.
 */
const margin = Duration.hours(1)

const isoInUtc = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z$/u

const sinceFlag = Flag.String("since").pipe(
  Flag.filterMap(
    (text): Option.Option<Instant> =>
      isoInUtc.test(text) && Date.parse(text) >= 0 ? Option.some(instant(Date.parse(text))) : Option.none(),
    () => "an instant in UTC, such as 2026-11-21T15:00:00Z",
  ),
  Flag.withMetavar("INSTANT"),
  Flag.withDescription("Leave out earlier charges. Default: an hour before the backup that was restored"),
  Flag.optional,
)

const unknown = Command.make("unknown", { since: sinceFlag, json: jsonFlag }, ({ since, json }) =>
  comparing(Effect.flatMap(beginning(since), (from) => printUnknown(from, json))),
).pipe(
  Command.withDescription(
    "Read the acquirer's list of charges, and print each that is in no order: its key, the number of the order it was made for, centavos, " +
      "method, state, refunded centavos, when it was made, and what `vintem charges return` would do.\n\n" +
      "After a restore, these are the charges since the backup. Only reads. Exit status 0 if none of them has received money or still could, " +
      "1 if one has, or if the acquirer has no list or does not answer.",
  ),
  Command.withShortDescription("List charges missing from the database"),
)

const giveBack = Command.make(
  "return",
  {
    keys: Argument.String("key").pipe(
      Argument.withDescription("Key of a charge, as `vintem charges unknown` prints it"),
      Argument.variadic({ min: 1 }),
    ),
    since: sinceFlag,
    yes: yesFlag,
    json: jsonFlag,
  },
  ({ keys, since, yes, json }) =>
    comparing(Effect.flatMap(beginning(since), (from) => giveBackAll(new Set(keys), from, yes, json))),
).pipe(
  Command.withDescription(
    "Refund charges that are in no order, and void those that could still be paid. Does nothing unless all of them are in the acquirer's " +
      "list and in no order. Repeated, it refunds nothing twice.\n\n" +
      "First prints how many there are and their total, and asks whether to continue: if the account at the acquirer is shared, the charges " +
      "of another service or environment are in no order here either. Without a terminal, it needs --yes.\n\n" +
      "Exit status 0 if all are refunded or voided, 1 otherwise.",
  ),
  Command.withShortDescription("Refund charges missing from the database"),
)

const ask = Command.make("ask", { json: jsonFlag }, ({ json }) =>
  withStorage(
    Effect.andThen(
      askAllThatWaits(),
      print(json, { asked: true }, () => [
        "The service now asks the acquirer about everything without an outcome, oldest first.",
      ]),
    ),
  ),
).pipe(
  Command.withDescription(
    "Make the service ask the acquirer now about every charge and refund without an outcome, oldest first and forty a second, instead of " +
      "each on its own schedule. The service does this by itself when the acquirer first answers after an outage.\n\n" +
      "The command itself asks nothing: a process with VINTEM_WORKERS=true must be running. Repeating it changes nothing.",
  ),
  Command.withShortDescription("Ask now about charges without an outcome"),
)

export const charges = Command.make("charges").pipe(
  Command.withDescription("Charges without an outcome, and charges missing from the database, as after a restore"),
  Command.withSubcommands([ask, unknown, giveBack]),
)

const compared = (settings: Configuration["Service"]) =>
  Layer.merge(chargeList(settings), StoredSettings.layer).pipe(Layer.provideMerge(storageAsItIs(settings)))

type Compared = Layer.Success<ReturnType<typeof compared>>

const comparing = <A, E, R>(work: Effect.Effect<A, E, R | Compared>) =>
  configured(
    Effect.flatMap(Configuration, (settings) =>
      Effect.provide(Effect.andThen(refusedUnlessMigrated, work), compared(settings)),
    ),
  )

/** The start of the comparison. */
const beginning = Effect.fnUntraced(function* (since: Option.Option<Instant>) {
  if (Option.isSome(since)) return since.value
  const { find } = yield* StoredSettings.Settings
  const moment = yield* find(SqliteBackup.backedUpAt)
  if (Option.isNone(moment)) {
    return yield* new Refused({
      message: "This database was not restored by vintem restore: use --since to say where the comparison begins.",
    })
  }
  return instant(Math.max(0, Number(moment.value) - Duration.toMillis(margin)))
})

/** Reads the whole list. Refuses if the acquirer has none, or breaks off. */
const walkList = Effect.fnUntraced(function* (
  since: Instant,
  onUnknown: (charge: ListedCharge) => Effect.Effect<void>,
) {
  return yield* Effect.catchTags(compareCharges({ since, onUnknown }), {
    NoChargeList: () =>
      new Refused({
        message: "This acquirer has no list of charges: compare its statement with vintem export orders instead.",
      }),
    OutcomeUnknown: ({ detail }) =>
      new Refused({
        message: `The acquirer's list was cut off (${detail}): there may be more charges. Run the command again.`,
      }),
  })
})

const printUnknown = Effect.fnUntraced(function* (since: Instant, isJson: boolean) {
  const printEntry = jsonEntryPrinter()
  const onUnknown = (charge: ListedCharge) =>
    isJson ? printEntry(chargeView(charge)) : Console.log(chargeLine(charge))
  if (isJson) yield* Console.log('{"charges":[')
  const { listed, unknown: found, withMoney } = yield* walkList(since, onUnknown)
  const from = new Date(since).toISOString()
  if (isJson) yield* Console.log(`],"since":"${from}","listed":${listed},"unknown":${found},"withMoney":${withMoney}}`)
  const sentence = `${found} of ${counted(listed, "charge", "charges")} since ${from} ${found === 1 ? "is" : "are"} in no order`
  if (withMoney > 0) {
    return yield* new BreachesFound({
      message: `${sentence}, ${withMoney} of them with money: record each, or refund it with vintem charges return.`,
    })
  }
  if (!isJson) yield* Console.log(`${sentence}; none of them has money.`)
})

/** The JSON of a charge. */
const chargeView = (charge: ListedCharge) => {
  const { key, order, amount, method, fact, returned: back, madeAt } = charge
  return {
    key,
    order_number: order,
    amount,
    method,
    status: fact,
    returned: back,
    made_at: new Date(madeAt).toISOString(),
    remedy: remedyOf(charge),
  }
}

const chargeLine = (charge: ListedCharge): string => Object.values(chargeView(charge)).join("\t")

const notOver: ReadonlySet<string> = new Set(["failed", "processing", "unknown"])

/** The total to refund, and possible owners; null if there is nothing to refund. */
const whatGoesBack = (charges: ReadonlyArray<ListedCharge>): string | null => {
  const parts = (["refund", "void"] as const).flatMap((remedy) => {
    const some = charges.filter((charge) => remedyOf(charge) === remedy)
    const reais = some.reduce((sum, { amount, returned }) => sum + amount - returned, 0) / 100
    return some.length === 0 ? [] : [`${counted(some.length, remedy, `${remedy}s`)} of R$ ${reais.toFixed(2)}`]
  })
  return parts.length === 0
    ? null
    : `${counted(charges.length, "charge", "charges")}: ${parts.join(" and ")}. If another service or environment shares this account at ` +
        "the acquirer, its charges look the same: compare their order numbers first."
}

const giveBackAll = Effect.fnUntraced(function* (
  keys: ReadonlySet<string>,
  since: Instant,
  isAgreed: boolean,
  isJson: boolean,
) {
  const found: Array<ListedCharge> = []
  yield* walkList(since, (charge) =>
    Effect.sync(() => {
      if (keys.has(charge.key)) found.push(charge)
    }),
  )
  const missing = [...keys].filter((key) => !found.some((charge) => charge.key === key))
  if (missing.length > 0) {
    return yield* new Refused({
      message: `Nothing was refunded: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} in an order, or not in the acquirer's list since ${new Date(since).toISOString()}.`,
    })
  }
  const what = whatGoesBack(found)
  if (what !== null) yield* confirmed(isAgreed, what, "Nothing was refunded.")
  const ends = yield* Effect.forEach(found, (charge) =>
    giveBackCharge(charge).pipe(
      // This one's outcome may be known at the next run; the others are refunded now.
      Effect.catchTag("OutcomeUnknown", () => Effect.succeed("unknown" as const)),
      Effect.map((end) => ({ key: charge.key, amount: charge.amount - charge.returned, end })),
    ),
  )
  yield* print(isJson, { returned: ends }, () => ends.map(({ key, amount, end }) => [key, amount, end].join("\t")))
  const left = ends.filter(({ end }) => notOver.has(end))
  if (left.length > 0) {
    return yield* new BreachesFound({
      message: `${counted(left.length, "charge", "charges")} not refunded yet: repeat the command, and contact the acquirer if one failed.`,
    })
  }
})
