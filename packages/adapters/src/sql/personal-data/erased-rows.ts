/**
 * Overwrites a person's stored data, row by row: part of person-erasure.ts. Each function is part of a unit.
 */
import { instant } from "@vintem/domain/calendar"
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { evolveLink, unknownCustomer } from "@vintem/domain/payment-link"
import {
  erasedAnswer,
  erasedDetails,
  erasedWebhookBody,
  erasePlaces,
  isOfPerson,
  type KnownPerson,
} from "@vintem/domain/personal-data"
import type { Erasure } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { parsedJson } from "../engine/stored-value.ts"
import { rowFromLink } from "../links/payment-link-row.ts"
import type { OrderRow } from "../orders/order-row.ts"
import type { OwnLink } from "./person-links.ts"
import { personalTables } from "./personal-tables.ts"

const operation = "personalData.erase"

/** Overwrites the rows of one customer. */
export const erasedRows = (executor: Executor["Service"], company: CompanyId, customer: CustomerId) => {
  const { build } = executor.dialect
  const erased = erasedDetails(customer)
  const without = (text: string, places: Parameters<typeof erasePlaces>[1]): string =>
    JSON.stringify(erasePlaces(parsedJson(text), places, erased))

  /** @returns how many webhook deliveries, and how many answers, were about it */
  const order = Effect.fnUntraced(function* ({ details, number, progress }: OrderRow) {
    const { columns } = personalTables.orders
    yield* executor.write(
      operation,
      build
        .updateTable("orders")
        .set({
          document: erased.document,
          details: without(details, columns.details),
          progress: without(progress, columns.progress),
        })
        .where("company_id", "=", company)
        .where("number", "=", number)
        .compile(),
    )
    const events = yield* executor.read(
      operation,
      build
        .selectFrom("order_event")
        .select(["sequence", "body"])
        .where("company_id", "=", company)
        .where("order_number", "=", number)
        .compile(),
    )
    for (const { body, sequence } of events) {
      const rewritten = without(body, personalTables.order_event.columns.body)
      if (rewritten === body) continue
      yield* executor.write(
        operation,
        build
          .updateTable("order_event")
          .set({ body: rewritten })
          .where("company_id", "=", company)
          .where("order_number", "=", number)
          .where("sequence", "=", sequence)
          .compile(),
      )
    }
    const webhooks = yield* executor.write(
      operation,
      build
        .updateTable("webhook_body")
        .set({ body: erasedWebhookBody })
        .where("company_id", "=", company)
        .where("delivery_id", "in", (e) =>
          e
            .selectFrom("webhook_delivery")
            .select("webhook_delivery.id")
            .where("webhook_delivery.company_id", "=", company)
            .where("order_number", "=", number),
        )
        .where("body", "<>", erasedWebhookBody)
        .compile(),
    )
    const answers = yield* executor.write(
      operation,
      build
        .updateTable("idempotency")
        .set(erasedAnswer)
        .where("company_id", "=", company)
        .where("order_number", "=", number)
        .where("body", "is not", null)
        .where("body", "<>", erasedAnswer.body)
        .compile(),
    )
    return { webhooks: webhooks.changes, answers: answers.changes }
  })

  /** The subscriptions that these orders began. @returns their names */
  const subscriptionsOf = Effect.fnUntraced(function* (orders: ReadonlyArray<string>) {
    const begun = yield* executor.read(
      operation,
      build
        .selectFrom("subscription")
        .select(["id", "token", "details"])
        .where("company_id", "=", company)
        .where("first_order", "in", orders)
        .compile(),
    )
    for (const row of begun) yield* subscription(row)
    return begun
  })

  const subscription = Effect.fnUntraced(function* ({
    details,
    id,
  }: {
    readonly details: string
    readonly id: number
  }) {
    yield* executor.write(
      operation,
      build
        .updateTable("subscription")
        .set({
          email_key: emailKey(erased.email),
          details: without(details, personalTables.subscription.columns.details),
        })
        .where("company_id", "=", company)
        .where("id", "=", id)
        .compile(),
    )
    const begun = yield* executor.read(
      operation,
      build
        .selectFrom("subscription_event")
        .select(["sequence", "body"])
        .where("company_id", "=", company)
        .where("subscription_id", "=", id)
        .where("type", "=", "SubscriptionBegun")
        .compile(),
    )
    for (const { body, sequence } of begun) {
      yield* executor.write(
        operation,
        build
          .updateTable("subscription_event")
          .set({ body: without(body, personalTables.subscription_event.columns.body) })
          .where("company_id", "=", company)
          .where("subscription_id", "=", id)
          .where("sequence", "=", sequence)
          .compile(),
      )
    }
  })

  /**
   * The event that ends it increases the version: a writer that read the subscription before fails, and reads again.
   */
  const link = Effect.fnUntraced(function* (person: KnownPerson, { events, id, link }: OwnLink, now: Erasure["at"]) {
    if (isOfPerson(person, link.terms.customer)) {
      const at = instant(Math.max(now, link.updatedAt)) // it may have been made or changed since the erasure began
      const event = { _tag: "LinkUpdated", terms: { ...link.terms, customer: unknownCustomer }, at } as const
      const row = rowFromLink(evolveLink(link, event))
      const { changes } = yield* executor.write(
        operation,
        build
          .updateTable("payment_link")
          .set({ version: row.version, terms: row.terms, progress: row.progress })
          .where("company_id", "=", company)
          .where("id", "=", id)
          .where("version", "=", link.version)
          .compile(),
      )
      if (changes !== 1) return yield* Effect.die(new Error(`Payment link ${link.details.slug} was changed meanwhile.`))
      yield* executor.write(
        operation,
        build
          .insertInto("payment_link_event")
          .values({
            link_id: id,
            company_id: company,
            sequence: row.version,
            at,
            type: event._tag,
            body: JSON.stringify(event),
          })
          .compile(),
      )
    }
    for (const { body, sequence } of events) {
      yield* executor.write(
        operation,
        build
          .updateTable("payment_link_event")
          .set({ body: without(body, personalTables.payment_link_event.columns.body) })
          .where("company_id", "=", company)
          .where("link_id", "=", id)
          .where("sequence", "=", sequence)
          .compile(),
      )
    }
  })

  const entry = (row: { readonly batch_token: string; readonly position: number; readonly entry: string }) =>
    executor.write(
      operation,
      build
        .updateTable("batch_item")
        .set({ entry: without(row.entry, personalTables.batch_item.columns.entry) })
        .where("company_id", "=", company)
        .where("batch_token", "=", row.batch_token)
        .where("position", "=", row.position)
        .compile(),
    )

  const answer = ({ key, scope }: { readonly scope: string; readonly key: string }) =>
    executor.write(
      operation,
      build
        .updateTable("idempotency")
        .set(erasedAnswer)
        .where("company_id", "=", company)
        .where("scope", "=", scope)
        .where("key", "=", key)
        .where("body", "is not", null)
        .where("body", "<>", erasedAnswer.body)
        .compile(),
    )

  const customerItself = () =>
    executor.write(
      operation,
      build
        .updateTable("customer")
        .set({ ...erased, email_key: emailKey(erased.email) })
        .where("id", "=", customer)
        .where("company_id", "=", company)
        .compile(),
    )

  const cards = () =>
    executor.write(
      operation,
      build.deleteFrom("saved_card").where("company_id", "=", company).where("customer_id", "=", customer).compile(),
    )

  return { answer, cards, customerItself, entry, link, order, subscriptionsOf }
}
