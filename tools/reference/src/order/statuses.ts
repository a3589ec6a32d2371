/**
 * The page on statuses: the rules that give them, and the facts the rules go by.
 */
import {
  AttemptFact,
  attemptFacts,
  attemptState,
  CaseFact,
  isConfirmed,
  ledgerOf,
  type Order,
  type OrderReport,
  OrderStatus,
  orderMachine,
  orderStatuses,
  orderStatusTitle,
  RefundFact,
} from "@vintem/domain/order"
import { statusIn } from "../machine/trial.ts"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { attemptUpdate, caseUpdate, plainPlace, refundUpdate, startAttempt } from "./plain-order.ts"
import { afterMoves, usualPlace } from "./states.ts"

export const orderStatusesPage = (): ReferencePage => ({
  name: "order-statuses.md",
  title: "Statuses of an order",
  about: "What an order shows, by which rule, and the facts the rules go by.",
  body: `An order shows one of ${OrderStatus.literals.length} statuses. Which one follows from what is known about its money, no matter in what order that became known.

## The rules

The first rule that holds decides. The title is what a payer reads.

${rules()}
## The facts

Facts are collected, and none is forgotten. Of those known about one attempt, one refund or one case the heaviest that counts decides;
in these lists it stands last. The last column is what an order shows of which nothing else is known.

### About an attempt to charge

${attemptFactsTable()}
### About a refund

Of everything that was paid.

${moneyFacts(RefundFact.literals, (fact) => refundUpdate(1, fact))}
### About a case

About everything that was paid.

${moneyFacts(CaseFact.literals, caseUpdate)}`,
})

const rules = (): string =>
  markdownTable(
    ["rule", "payment confirmed", "holds when", "status", "title"],
    orderStatuses.map(({ status, because }, index) => [
      index + 1,
      isConfirmed(usualPlace(status).state) ? "yes" : "no",
      because,
      code(status),
      orderStatusTitle[status],
    ]),
  )

const attemptFactsTable = (): string =>
  markdownTable(
    ["rank", "fact", "counts", "order"],
    AttemptFact.literals.map((fact, index) => {
      const needed = neededBy(fact)
      const moves = [startAttempt(1, "credit"), ...[...needed, fact].map((one) => attemptUpdate(1, one))]
      return [
        index + 1,
        code(fact),
        needed.length === 0 ? "always" : `once ${needed.map(code).join(" and ")} is known`,
        code(statusIn(orderMachine, afterMoves(plainPlace, moves))),
      ]
    }),
  )

/** The lighter fact that has to be known before this one counts; none where it counts by itself. */
const neededBy = (fact: AttemptFact): ReadonlyArray<AttemptFact> =>
  attemptState(attemptFacts.of(fact)) === fact
    ? []
    : AttemptFact.literals.filter((one) => attemptState(attemptFacts.of(one, fact)) === fact)

const moneyFacts = <F extends string>(facts: ReadonlyArray<F>, updateOf: (fact: F) => OrderReport): string =>
  markdownTable(
    ["rank", "fact", "money", "order"],
    facts.map((fact, index) => {
      const place = afterMoves(usualPlace("paid"), [updateOf(fact)])
      return [index + 1, code(fact), whereTheMoneyIs(place.state), code(statusIn(orderMachine, place))]
    }),
  )

const whereTheMoneyIs = (order: Order): string => {
  const { refunded, reserved, chargedBack } = ledgerOf(order)
  if (refunded > 0) return "given back"
  if (reserved > 0) return "reserved"
  return chargedBack > 0 ? "taken" : "stays"
}
