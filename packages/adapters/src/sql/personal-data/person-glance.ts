/**
 * The latest data of one customer: part of personal-data.ts.
 *
 * It first finds the person's rows, by the person alone, and then the latest of them: in a single query, an engine
 * might read all rows of the company from the end.
 */
import { instant } from "@vintem/domain/calendar"
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { PersonGlance } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type SqlBool, sql } from "kysely"
import { cardFromRow } from "../customers/saved-card-repository.ts"
import type { Executor } from "../engine/executor.ts"
import { type LinkRow, linkFromRow, linkRowColumns } from "../links/payment-link-row.ts"
import { prefilledIn } from "../schema/prefilled-places.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "../subscriptions/subscription-row.ts"
import { oldestFirst } from "./cards-in-order.ts"
import { customerOf } from "./customer-of.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** @returns null if the company has no such customer */
export const personGlance = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  company: CompanyId,
  id: CustomerId,
  limit: number,
) {
  const operation = "personalData.glance"
  const { dialect, read } = executor
  const { build } = dialect
  const customer = yield* customerOf(executor, operation, company, id)
  if (customer === null) return null
  const [erasure] = yield* read(
    operation,
    build.selectFrom("erasure").select("at").where("company_id", "=", company).where("customer_id", "=", id).compile(),
  )

  const begun = yield* read(
    operation,
    build
      .selectFrom("subscription")
      .select("id")
      .where("company_id", "=", company)
      .where("first_order", "in", (e) =>
        e.selectFrom("orders").select("number").where("orders.company_id", "=", company).where("customer_id", "=", id),
      )
      .compile(),
  )
  const latestBegun = newestFirst(begun.map((row) => row.id)).slice(0, limit)
  const subscriptions =
    latestBegun.length === 0
      ? []
      : yield* read(
          operation,
          build
            .selectFrom("subscription")
            .select(subscriptionRowColumns)
            .where("company_id", "=", company)
            .where("id", "in", latestBegun)
            .orderBy("id", "desc")
            .compile(),
        )

  const place = (part: "document" | "email") => prefilledIn(dialect, "payment_link_event", part)
  const filledInWith = (is: ReturnType<typeof sql<SqlBool>>) =>
    read(
      operation,
      build.selectFrom("payment_link_event").select("link_id").where("company_id", "=", company).where(is).compile(),
    )
  const { document, email } = customer.details
  const named = [
    ...(yield* filledInWith(sql<SqlBool>`${place("document")} = ${document} and ${place("document")} is not null`)),
    // A family may share an address, but not a document.
    ...(yield* filledInWith(
      sql<SqlBool>`${place("email")} = ${emailKey(email)} and ${place("email")} is not null and ${place("document")} is null`,
    )),
  ]
  const links: Array<LinkRow> = []
  for (const some of valuesInPieces(newestFirst([...new Set(named.map(({ link_id }) => link_id))]))) {
    if (links.length >= limit) break
    links.push(
      ...(yield* read(
        operation,
        build
          .selectFrom("payment_link")
          .select(linkRowColumns)
          .where("id", "in", some)
          .where("company_id", "=", company)
          .where("removed_at", "is", null)
          .orderBy("id", "desc")
          .limit(limit - links.length)
          .compile(),
      )),
    )
  }

  const cards = yield* read(
    operation,
    build
      .selectFrom("saved_card")
      .selectAll()
      .where("company_id", "=", company)
      .where("customer_id", "=", id)
      .compile(),
  )
  const saved = yield* Effect.forEach(oldestFirst(cards).toReversed().slice(0, limit), cardFromRow)
  return {
    customer,
    erasedAt: erasure === undefined ? null : instant(erasure.at),
    subscriptions: yield* Effect.forEach(subscriptions, (row) => subscriptionFromRow(operation, row)),
    links: yield* Effect.forEach(links, (row) => linkFromRow(operation, row)),
    cards: saved.map(({ acquirerToken: _secret, ...card }) => card),
  } satisfies PersonGlance
})

/** Numbers are given in the order of storing. */
const newestFirst = (ids: ReadonlyArray<number>): ReadonlyArray<number> => ids.toSorted((one, other) => other - one)
