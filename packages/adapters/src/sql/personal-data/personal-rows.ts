/**
 * Every row with the data of one customer, as it is stored: part of personal-data.ts.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { isOfPerson, type KnownPerson, knownPerson } from "@vintem/domain/personal-data"
import { Effect } from "effect"
import { type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { batchFromRow, batchRowColumns, itemFromRow } from "../links/batch-row.ts"
import { linkEventFromJson, linkFromRow, linkRowColumns } from "../links/payment-link-row.ts"
import { orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "../subscriptions/subscription-row.ts"
import { customerOf } from "./customer-of.ts"
import { prefilledIn } from "./prefilled-places.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** The rows, and what was read of them. Null where the company has no such customer. */
export const personalRows = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  operation: string,
  company: CompanyId,
  id: CustomerId,
) {
  const { dialect, read } = executor
  const { build } = dialect
  const customer = yield* customerOf(executor, operation, company, id)
  if (customer === null) return null

  // By the customer alone, who is of one company: another index would be taken for the company.
  const orders = yield* read(
    operation,
    build.selectFrom("orders").select(orderRowColumns).where("customer_id", "=", id).orderBy("id").compile(),
  )
  const storedOrders = yield* Effect.forEach(orders, (row) => orderFromRow(operation, row))

  const subscriptions = yield* read(
    operation,
    build
      .selectFrom("subscription")
      .select(["subscription.id", ...subscriptionRowColumns])
      .where("first_order", "in", (e) => e.selectFrom("orders").select("number").where("customer_id", "=", id))
      .orderBy("id")
      .compile(),
  )
  const storedSubscriptions = yield* Effect.forEach(subscriptions, (row) => subscriptionFromRow(operation, row))

  const person = knownPerson([
    customer.details,
    ...storedOrders.map(({ order }) => order.details.customer),
    ...storedSubscriptions.map(({ details }) => details.customer),
  ])

  const found = (table: "payment_link_event" | "batch_item", part: "document" | "email") => {
    const place = prefilledIn(dialect, table, part)
    const wanted = [...(part === "document" ? person.documents : person.emails)]
    return {
      wanted,
      among: (some: ReadonlyArray<string>) => sql<SqlBool>`${place} in (${sql.join(some)}) and ${place} is not null`,
    }
  }

  const linkIds = new Set<number>()
  for (const part of ["document", "email"] as const) {
    const { among, wanted } = found("payment_link_event", part)
    for (const some of valuesInPieces(wanted)) {
      const rows = yield* read(
        operation,
        build.selectFrom("payment_link_event").select("link_id").distinct().where(among(some)).compile(),
      )
      for (const { link_id } of rows) linkIds.add(link_id)
    }
  }
  const paidLinks = [...new Set(storedOrders.flatMap(({ order }) => order.details.paymentLink ?? []))]
  for (const some of valuesInPieces(paidLinks)) {
    const rows = yield* read(
      operation,
      build.selectFrom("payment_link").select("id").where("slug", "in", some).compile(),
    )
    for (const row of rows) linkIds.add(row.id)
  }
  const links = []
  for (const some of valuesInPieces([...linkIds].toSorted((one, other) => one - other))) {
    const rows = yield* read(
      operation,
      build
        .selectFrom("payment_link")
        .select(["payment_link.id", ...linkRowColumns])
        .where("id", "in", some)
        .where("company_id", "=", company)
        .orderBy("id")
        .compile(),
    )
    for (const row of rows) {
      const link = yield* linkFromRow(operation, row)
      const events = yield* read(
        operation,
        build
          .selectFrom("payment_link_event")
          .select(["link_id", "sequence", "body"])
          .where("link_id", "=", row.id)
          .where("type", "in", ["LinkCreated", "LinkUpdated"])
          .orderBy("sequence")
          .compile(),
      )
      const own = []
      for (const event of events) {
        const read = yield* linkEventFromJson(operation, link.details.slug, event.body)
        if ("terms" in read && isOfPerson(person, read.terms.customer)) own.push(event)
      }
      if (own.length > 0) links.push({ id: row.id, row, link, events: own })
    }
  }

  const entries = new Map<string, { readonly batch_token: string; readonly position: number; readonly entry: string }>()
  for (const part of ["document", "email"] as const) {
    const { among, wanted } = found("batch_item", part)
    for (const some of valuesInPieces(wanted)) {
      const rows = yield* read(
        operation,
        build
          .selectFrom("batch_item")
          .innerJoin("batch", "batch.token", "batch_item.batch_token")
          .select(["batch_item.batch_token", "batch_item.position", "batch_item.entry"])
          .where(among(some))
          .where("batch.company_id", "=", company)
          .orderBy("batch.id")
          .orderBy("batch_item.position")
          .compile(),
      )
      for (const row of rows) entries.set(`${row.batch_token}:${row.position}`, row)
    }
  }
  const batchRows = []
  for (const some of valuesInPieces([...new Set([...entries.values()].map(({ batch_token }) => batch_token))])) {
    batchRows.push(
      ...(yield* read(
        operation,
        build.selectFrom("batch").select(batchRowColumns).where("token", "in", some).orderBy("id").compile(),
      )),
    )
  }
  const batches = yield* Effect.forEach(batchRows, (row) => batchFromRow(operation, row))
  const byToken = new Map(batches.map((batch): [string, (typeof batches)[number]] => [batch.details.token, batch]))
  const ownEntries = []
  for (const row of entries.values()) {
    const batch = byToken.get(row.batch_token)
    if (batch === undefined) continue
    const item = yield* itemFromRow(operation, batch.details.token, row)
    if (isOfPerson(person, item.entry)) ownEntries.push({ row, batch: batch.details.token, ...item })
  }
  const named = new Set<string>(ownEntries.map(({ batch }) => batch))

  const cards = yield* read(
    operation,
    build
      .selectFrom("saved_card")
      .selectAll()
      .where("customer_id", "=", id)
      .orderBy("created_at")
      .orderBy("token")
      .compile(),
  )
  return {
    customer,
    orders,
    storedOrders,
    subscriptions,
    storedSubscriptions,
    links,
    entries: ownEntries,
    batches: batches.filter(({ details }) => named.has(details.token)),
    cards,
    person,
  }
})

/** What was found about a person. */
export type PersonalRows = NonNullable<Effect.Success<ReturnType<typeof personalRows>>>

/** Whether the link is still filled in for the person. */
export const isStillFilledIn = (person: KnownPerson, { link }: PersonalRows["links"][number]): boolean =>
  isOfPerson(person, link.terms.customer)
