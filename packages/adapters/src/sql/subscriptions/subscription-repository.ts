/**
 * Subscriptions in SQL: one row a state, one row an event, one row a renewal, written together.
 */
import type { CompanyId, OrderNumber, SubscriptionToken } from "@vintem/domain/identifiers"
import { SubscriptionRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { subscriptionList } from "./subscription-list.ts"
import {
  type SubscriptionRow,
  subscriptionEventFromJson,
  subscriptionFromRow,
  subscriptionRowColumns,
} from "./subscription-row.ts"
import { subscriptionWriting } from "./subscription-writing.ts"

export const layer = Layer.effect(
  SubscriptionRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const writing = subscriptionWriting(executor.dialect)

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

    const findOne = (operation: string, query: CompiledQuery<SubscriptionRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(subscriptionFromRow(operation, row)),
      )

    return SubscriptionRepository.of({
      add: (begun) => executor.run("subscriptions.add", () => writing.add(begun)),
      save: (before, subscription, events) =>
        executor.attempt("subscriptions.save", () => writing.save(before, subscription, events)),
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
