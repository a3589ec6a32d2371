/**
 * The links that were ever prefilled for one customer, as stored: part of personal-data.ts.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import { isOfPerson, type KnownPerson } from "@vintem/domain/personal-data"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { linkEventFromJson, linkFromRow, linkRowColumns } from "../links/payment-link-row.ts"
import { filledIn } from "./filled-in.ts"
import type { Walked } from "./person-walk.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** How many links are read at once: each has a log. */
const linksAtOnce = 100

/** The links that may be the person's, by number and in pieces: `ownLinks` decides which of them are. */
export const linksToLookAt = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  operation: string,
  company: CompanyId,
  { paidLinks, person }: Pick<Walked, "paidLinks" | "person">,
) {
  const { dialect, read } = executor
  const { build } = dialect
  const ids = new Set<number>()
  for (const { among, values } of filledIn(dialect, "payment_link_event", company, person)) {
    for (const some of valuesInPieces(values)) {
      yield* Effect.yieldNow
      const rows = yield* read(
        operation,
        build.selectFrom("payment_link_event").select("link_id").where(among(some)).compile(),
      )
      for (const { link_id } of rows) ids.add(link_id)
    }
  }
  for (const some of valuesInPieces([...paidLinks])) {
    yield* Effect.yieldNow
    const rows = yield* read(
      operation,
      build
        .selectFrom("payment_link")
        .select("id")
        .where("company_id", "=", company)
        .where("slug", "in", some)
        .compile(),
    )
    for (const { id } of rows) ids.add(id)
  }
  return valuesInPieces(
    [...ids].toSorted((one, other) => one - other),
    linksAtOnce,
  )
})

/**
 * The person's links among these, each with the events that were filled in for them.
 *
 * @param isHeld - whether they are locked until the unit around ends
 */
export const ownLinks = Effect.fnUntraced(function* (
  { dialect: { build, lockForUpdate }, read }: Executor["Service"],
  operation: string,
  company: CompanyId,
  person: KnownPerson,
  ids: ReadonlyArray<number>,
  isHeld = false,
) {
  yield* Effect.yieldNow
  const wanted = build
    .selectFrom("payment_link")
    .select(["payment_link.id", ...linkRowColumns])
    .where("id", "in", ids)
    .where("company_id", "=", company)
    .orderBy("id")
  const rows = yield* read(operation, (isHeld ? lockForUpdate(wanted) : wanted).compile())
  const links = []
  for (const row of rows) {
    const link = yield* linkFromRow(operation, row)
    const written = yield* read(
      operation,
      build
        .selectFrom("payment_link_event")
        .select(["link_id", "sequence", "body"])
        .where("company_id", "=", company)
        .where("link_id", "=", row.id)
        .where("type", "in", ["LinkCreated", "LinkUpdated"])
        .orderBy("sequence")
        .compile(),
    )
    const events = []
    for (const event of written) {
      const found = yield* linkEventFromJson(operation, link.details.slug, event.body)
      if ("terms" in found && isOfPerson(person, found.terms.customer)) events.push(event)
    }
    if (events.length > 0) links.push({ id: row.id, link, events })
  }
  return links
})

/** A link of the person. */
export type OwnLink = Effect.Success<ReturnType<typeof ownLinks>>[number]
