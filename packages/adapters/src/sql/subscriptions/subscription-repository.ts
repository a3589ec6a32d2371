/**
 * Subscriptions in SQL: one row a state, one row an event, one row a renewal, written together.
 */
import type { CompanyId, OrderNumber, SubscriptionToken } from "@vintem/domain/identifiers"
import { SubscriptionConflict, SubscriptionRepository, UnitOfWork } from "@vintem/domain/ports"
import {
  type Subscription,
  type SubscriptionBegun,
  type SubscriptionChange,
  type SubscriptionDetails,
  type SubscriptionEvent,
  subscriptionBegun,
} from "@vintem/domain/subscription"
import { Effect, Layer } from "effect"
import { type CompiledQuery, type RawBuilder, sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { added, changed } from "../engine/procedure.ts"
import { subscriptionList } from "./subscription-list.ts"
import {
  type FullSubscriptionRow,
  progressColumnsOf,
  rowFromSubscription,
  type SubscriptionRow,
  subscriptionEventFromJson,
  subscriptionFromRow,
  subscriptionRowColumns,
} from "./subscription-row.ts"
import { subscriptionSums } from "./subscription-sums.ts"

export const layer = Layer.effect(
  SubscriptionRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const insertSubscription = preparedQuery<FullSubscriptionRow, unknown>((value) =>
      build.insertInto("subscription").values({
        token: value("token"),
        company_id: value("company_id"),
        version: value("version"),
        status: value("status"),
        checkout_slug: value("checkout_slug"),
        email_key: value("email_key"),
        next_charge: value("next_charge"),
        first_order: value("first_order"),
        details: value("details"),
        progress: value("progress"),
        created_at: value("created_at"),
      }),
    )

    /** Gives no number back: to find it again by the token costs SQLite less. */
    const updateSubscription = preparedQuery<
      Pick<FullSubscriptionRow, "company_id" | "token" | "version" | "status" | "next_charge" | "progress"> & {
        read: number
      },
      unknown
    >((value) =>
      build
        .updateTable("subscription")
        .set({
          version: value("version"),
          status: value("status"),
          next_charge: value("next_charge"),
          progress: value("progress"),
        })
        .where("company_id", "=", value("company_id"))
        .where("token", "=", value("token"))
        .where("version", "=", value("read")),
    )

    const insertEvents = preparedRows<EventRow, unknown>((rows) =>
      build.insertInto("subscription_event").values(
        rows.map((value) => ({
          company_id: value("company"),
          subscription_id: idOf(value("company"), value("token")),
          sequence: value("sequence"),
          at: value("at"),
          type: value("type"),
          body: value("body"),
        })),
      ),
    )

    const insertRenewal = preparedQuery<{ company: number; token: string; period: number; order: string }, unknown>(
      (value) =>
        build.insertInto("renewal").values({
          company_id: value("company"),
          subscription_id: idOf(value("company"), value("token")),
          period: value("period"),
          order_number: value("order"),
        }),
    )

    const selectOfCompany = preparedQuery<{ company: number; token: string }, SubscriptionRow>((value) =>
      build
        .selectFrom("subscription")
        .select(subscriptionRowColumns)
        .where("token", "=", value("token"))
        .where("company_id", "=", value("company")),
    )

    const selectByFirstOrder = preparedQuery<{ company: number; order: string }, SubscriptionRow>((value) =>
      build
        .selectFrom("subscription")
        .select(subscriptionRowColumns)
        .where("company_id", "=", value("company"))
        .where("first_order", "=", value("order")),
    )

    const selectHistory = preparedQuery<{ company: number; token: string }, { body: string }>((value) =>
      build
        .selectFrom("subscription")
        .innerJoin("subscription_event", "subscription_event.subscription_id", "subscription.id")
        .select("subscription_event.body")
        .where("subscription.company_id", "=", value("company"))
        .where("subscription.token", "=", value("token"))
        .where("subscription_event.company_id", "=", value("company"))
        .orderBy("subscription_event.sequence"),
    )

    /** Puts events at the end of the log of a subscription, keeps the renewals they open, and tells of it. */
    const append = Effect.fnUntraced(function* (
      operation: string,
      { company, token }: SubscriptionDetails,
      versionRead: number,
      events: ReadonlyArray<SubscriptionEvent>,
    ) {
      for (const insert of insertEvents(
        events.map((event, n) => eventRow(company, token, versionRead + n + 1, event)),
      )) {
        yield* executor.write(operation, insert)
      }
      for (const event of events) {
        if (event._tag !== "RenewalOpened") continue
        const { period, order } = event
        yield* executor.write(operation, insertRenewal({ company, token, period, order }))
      }
      yield* executor.run(operation, () => changed({ kind: "subscription", company, id: token }))
    })

    const add = Effect.fnUntraced(function* (begun: SubscriptionBegun) {
      const operation = "subscriptions.add"
      const subscription = subscriptionBegun(begun)
      yield* executor.write(operation, insertSubscription(rowFromSubscription(subscription)))
      yield* append(operation, begun.details, 0, [begun])
      yield* executor.run(operation, () => added(subscriptionSums(null, subscription)))
    }, commit)

    const save = Effect.fnUntraced(function* (
      before: Subscription,
      subscription: Subscription,
      events: ReadonlyArray<SubscriptionChange>,
    ) {
      if (events.length === 0) return
      const operation = "subscriptions.save"
      const { token } = subscription.details
      const read = before.version
      const { changes } = yield* executor.write(
        operation,
        updateSubscription({ ...progressColumnsOf(subscription), read }),
      )
      if (changes === 0) return yield* new SubscriptionConflict({ token, versionRead: read })
      yield* append(operation, subscription.details, read, events)
      yield* executor.run(operation, () => added(subscriptionSums(before, subscription)))
    }, commit)

    const findOne = (operation: string, query: CompiledQuery<SubscriptionRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(subscriptionFromRow(operation, row)),
      )

    return SubscriptionRepository.of({
      add,
      save,
      find: (company: CompanyId, token: SubscriptionToken) =>
        findOne("subscriptions.find", selectOfCompany({ company, token })),
      findByFirstOrder: (company: CompanyId, order: OrderNumber) =>
        findOne("subscriptions.findByFirstOrder", selectByFirstOrder({ company, order })),
      list: subscriptionList(executor),
      history: (company: CompanyId, token: SubscriptionToken) =>
        Effect.flatMap(executor.read("subscriptions.history", selectHistory({ company, token })), (rows) =>
          Effect.forEach(rows, ({ body }) => subscriptionEventFromJson("subscriptions.history", token, body)),
        ),
    })
  }),
)

/** The number of a company's subscription. */
const idOf = (company: RawBuilder<number>, token: RawBuilder<string>) =>
  sql<number>`(select id from subscription where company_id = ${company} and token = ${token})`

interface EventRow {
  readonly company: number
  readonly token: string
  readonly sequence: number
  readonly at: number
  readonly type: string
  readonly body: string
}

const eventRow = (
  company: CompanyId,
  token: SubscriptionToken,
  sequence: number,
  event: SubscriptionEvent,
): EventRow => ({
  company,
  token,
  sequence,
  at: event.at,
  type: event._tag,
  body: JSON.stringify(event),
})
