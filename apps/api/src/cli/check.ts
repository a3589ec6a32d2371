/** `vintem check`: checks that the stored data is consistent. It only reads, and may run while the service does. */

import { type CheckedCounts, type CheckProgress, checkStorage, type FoundBreach } from "@vintem/application"
import type { OverusedCoupon } from "@vintem/domain/ports"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Configuration } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { BreachesFound } from "../failures/outcome.ts"
import { jsonFlag } from "../output.ts"
import { counted } from "../status/in-words.ts"
import { storageAsItIs } from "../storage.ts"
import { breachLine, lateUsesLine } from "./breach-line.ts"
import { jsonEntryPrinter } from "./json-entries.ts"
import { refusedUnlessMigrated } from "./not-migrated.ts"
import { progressTeller } from "./progress.ts"

export const check = Command.make("check", { json: jsonFlag }, ({ json }) =>
  configured(
    Effect.flatMap(Configuration, (settings) => Effect.provide(Effect.scoped(checked(json)), storageAsItIs(settings))),
  ),
).pipe(
  Command.withDescription(
    "Fold the log of every order, payment link, batch and subscription, and compare it with the stored state and the laws of money. Look for " +
      "webhook deliveries that are missing or have no job, and for missing audit entries.\n\n" +
      "Prints one line per breach: the order, link, batch, subscription or webhook, and what is wrong, stored against folded. Progress goes " +
      "to standard error. Exit status 0 if nothing is wrong, 1 if something is. Only reads, and can run while the service is in use.",
  ),
  Command.withShortDescription("Verify the stored data"),
)

const checked = Effect.fnUntraced(function* (isJson: boolean) {
  yield* refusedUnlessMigrated
  const breaches = isJson ? jsonPrinter() : linesOf
  const onProgress = yield* checkProgress
  yield* breaches.begin
  const end = yield* checkStorage({ onBreach: breaches.print, onLateUses: breaches.printLate, onProgress })
  yield* breaches.end(end)
  if (end.breaches > 0)
    return yield* new BreachesFound({ message: `${counted(end.breaches, "breach", "breaches")} in ${lookedAt(end)}.` })
})

/** Writes breaches to standard output one by one: there may be as many as there are orders. */
interface BreachPrinter {
  readonly begin: Effect.Effect<void>
  readonly print: (found: FoundBreach) => Effect.Effect<void>
  readonly printLate: (coupon: OverusedCoupon) => Effect.Effect<void>
  readonly end: (last: CheckProgress) => Effect.Effect<void>
}

const linesOf: BreachPrinter = {
  begin: Effect.void,
  print: (found) => Console.log(breachLine(found)),
  printLate: (coupon) => Console.log(lateUsesLine(coupon)),
  end: (last) => (last.breaches === 0 ? Console.log(`No breach in ${lookedAt(last)}.`) : Effect.void),
}

/**
 * Writes one JSON document over many lines. Overused coupons are few: they are kept until the breaches are written, and
 * their field is present only if there are any.
 */
const jsonPrinter = (): BreachPrinter => {
  const late: Array<OverusedCoupon> = []
  const printEntry = jsonEntryPrinter()
  return {
    begin: Console.log('{"breaches":['),
    // Programs read this field as `order`, even if the breach is in another object.
    print: ({ subject, breach }) => printEntry({ order: subject, breach }),
    printLate: (coupon) => Effect.sync(() => late.push(coupon)),
    end: ({ orders, links, batches, subscriptions, deliveries, changes, breaches }) =>
      Effect.suspend(() => {
        const lateUses = late.length === 0 ? "" : `"lateUses":${JSON.stringify(late)},`
        return Console.log(
          `],${lateUses}"orders":${orders},"links":${links},"batches":${batches},"subscriptions":${subscriptions},"deliveries":${deliveries},"changes":${changes},"count":${breaches}}`,
        )
      }),
  }
}

/** Reports progress. */
export const checkProgress = Effect.map(
  progressTeller,
  ({ passing }) =>
    (progress: CheckProgress) =>
      passing(progress.share, (millis) => progressLine(progress, millis)),
)

const progressLine = (progress: CheckProgress, millis: number): string => {
  const { orders, links, batches, subscriptions, deliveries, changes, breaches, share } = progress
  const count = orders + links + batches + subscriptions + deliveries + changes
  const perSecond = Math.round((count * 1_000) / Math.max(millis, 1))
  return `${Math.floor(share * 100)} %, ${lookedAt(progress)}, ${perSecond}/s, ${counted(breaches, "breach", "breaches")}`
}

/** The checked counts in words. Only the JSON has the number of audit entries. */
export const lookedAt = ({ orders, links, batches, subscriptions, deliveries }: CheckedCounts): string =>
  [
    counted(orders, "order", "orders"),
    counted(links, "link", "links"),
    counted(batches, "batch", "batches"),
    `${counted(subscriptions, "subscription", "subscriptions")} and ${counted(deliveries, "delivery", "deliveries")}`,
  ].join(", ")
