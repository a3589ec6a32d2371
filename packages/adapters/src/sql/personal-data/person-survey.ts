/**
 * How much data of one customer is stored, and which of it is still in progress.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { firstNames, isUnfinished } from "@vintem/domain/personal-data"
import { Effect, Option } from "effect"
import type { Executor } from "../engine/executor.ts"
import { customerOf } from "./customer-of.ts"
import { ownEntries } from "./person-entries.ts"
import { linksToLookAt, ownLinks } from "./person-links.ts"
import { personWalk } from "./person-walk.ts"

/** None if the company has no such customer. */
export const personSurvey = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  company: CompanyId,
  id: CustomerId,
) {
  const operation = "personalData.survey"
  const customer = yield* customerOf(executor, operation, company, id)
  if (customer === null) return Option.none()
  const walked = yield* personWalk(executor, operation, customer)
  let links = 0
  for (const some of yield* linksToLookAt(executor, operation, company, walked)) {
    links += (yield* ownLinks(executor, operation, company, walked.person, some)).length
  }
  const { batches, entries } = yield* ownEntries(executor, operation, company, walked.person)
  const cards = executor.dialect.build
    .selectFrom("saved_card")
    .select((e) => e.fn.countAll<number>().as("total"))
    .where("company_id", "=", company)
    .where("customer_id", "=", id)
  const [counted] = yield* executor.read(operation, cards.compile())
  const unfinished = batches.filter(isUnfinished)
  return Option.some({
    orders: walked.orders,
    subscriptions: walked.subscriptions.length,
    links,
    entries: entries.length,
    cards: Number(counted?.total ?? 0),
    moving: {
      orders: walked.openOrders,
      subscriptions: walked.runningSubscriptions,
      batches: firstNames(unfinished.map(({ details }) => details.token)),
    },
  })
})
