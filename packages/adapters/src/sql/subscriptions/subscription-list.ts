/**
 * Lists of subscriptions. For every filter, an index holds the entries in the order of the list, so no list is sorted
 * as a whole.
 */
import { inCompany } from "@vintem/domain/access"
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { Page, PageRequest, StorageUnavailable, SubscriptionFilter } from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect } from "effect"
import { type CompiledQuery, type Expression, expressionBuilder, type SqlBool } from "kysely"
import { type Place, pageFromNearerEnd } from "../engine/counted-page.ts"
import type { Executor } from "../engine/executor.ts"
import { longReader, readerOf } from "../engine/long-reader.ts"
import type { Tables } from "../engine/tables.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "./subscription-row.ts"

/** Reads one page and the total. */
export const subscriptionList = (executor: Executor["Service"]) => {
  const { build } = executor.dialect
  const operation = "subscriptions.list"

  /** From the counts that are kept by company, checkout and status. */
  const kept = (company: CompanyId, { checkout, status }: SubscriptionFilter) => {
    let query = build
      .selectFrom("subscription_count")
      .select((e) => e.fn.sum<number | null>("count").as("total"))
      .where("company_id", "=", company)
    if (checkout !== undefined) query = query.where("checkout_slug", "=", checkout)
    if (status !== undefined) query = query.where("status", "=", status)
    return query.compile()
  }

  const listed = (company: CompanyId, filter: SubscriptionFilter) =>
    build
      .selectFrom("subscription")
      .where("subscription.company_id", "=", company)
      .where((e) => e.and(conditionsOf(filter)))

  /** Counts the subscriptions that the stored counts do not cover, entry by entry in the index. */
  const counted = (company: CompanyId, filter: SubscriptionFilter) =>
    listed(company, filter)
      .select((e) => e.fn.countAll<number>().as("total"))
      .compile()

  const totalOf = (
    { read }: Pick<Executor["Service"], "read">,
    query: CompiledQuery<{ total: number | null }>,
  ): Effect.Effect<number, StorageUnavailable> => Effect.map(read(operation, query), ([row]) => Number(row?.total ?? 0))

  return Effect.fnUntraced(function* (
    company: CompanyId,
    filter: SubscriptionFilter,
    request: PageRequest,
  ): Effect.fn.Return<Page<Subscription>, StorageUnavailable> {
    const caller = inCompany(company)
    const reader = isCounted(filter) ? null : yield* longReader(executor, caller, totalOf(executor, kept(company, {})))
    const total = yield* totalOf(reader ?? executor, (reader === null ? kept : counted)(company, filter))

    /** If there is one filter, the index alone finds the page; only the page's rows are then read whole. */
    const from =
      (direction: "asc" | "desc") =>
      ({ skip, take }: Place) =>
        build
          .selectFrom(
            listed(company, filter)
              .select("subscription.id")
              .orderBy("subscription.id", direction)
              .limit(take)
              .offset(skip)
              .as("page"),
          )
          .innerJoin("subscription", "subscription.id", "page.id")
          .where("subscription.company_id", "=", company)
          .select(subscriptionRowColumns)
          .orderBy("page.id", direction)
          .compile()
    return yield* pageFromNearerEnd(
      (entries) => reader ?? readerOf(executor, caller, entries),
      operation,
      { total, newest: from("desc"), oldest: from("asc") },
      request,
      subscriptionFromRow,
    )
  })
}

/** Whether the stored counts cover a whole filter. */
const isCounted = ({ token, email, nextCharge }: SubscriptionFilter): boolean =>
  token === undefined && email === undefined && nextCharge === undefined

const subscriptions = expressionBuilder<Tables, "subscription">()

const conditionsOf = ({
  status,
  token,
  checkout,
  email,
  nextCharge,
}: SubscriptionFilter): ReadonlyArray<Expression<SqlBool>> => [
  ...(token === undefined ? [] : [subscriptions("subscription.token", "=", token)]),
  ...(email === undefined ? [] : [subscriptions("subscription.email_key", "=", emailKey(email))]),
  ...(nextCharge === undefined ? [] : [subscriptions("subscription.next_charge", "=", nextCharge)]),
  ...(checkout === undefined ? [] : [subscriptions("subscription.checkout_slug", "=", checkout)]),
  ...(status === undefined ? [] : [subscriptions("subscription.status", "=", status)]),
]
