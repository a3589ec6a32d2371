/**
 * Reads stored payment links for the storage check, by key and in pieces: part of storage-audit.ts.
 */
import type { OrderNumber } from "@vintem/domain/identifiers"
import type { Order } from "@vintem/domain/order"
import {
  duplicateStateOf,
  duplicatesOf,
  LinkDetails,
  LinkEvent,
  LinkProgress,
  LinkTerms,
  type PaymentLink,
  paymentStateOf,
} from "@vintem/domain/payment-link"
import type { AuditedLink, AuditWalk, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type FullLinkRow, linkDetailsOf, linkProgressFields, termColumnsOf } from "../links/payment-link-row.ts"
import { type OrderRow, orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import {
  auditorOf,
  columnsDiffer,
  eventAuditorOf,
  type FoundEventRow,
  keysInEqualPieces,
  missing,
  unreadable,
} from "./audit-findings.ts"

const operation = "storageAudit.links"

export const linkAudit = ({ dialect: { build }, read }: Executor["Service"]): AuditWalk<AuditedLink> => {
  const selectLastId = preparedQuery<object, { id: number | null }>(() =>
    build.selectFrom("payment_link").select((e) => e.fn.max("id").as("id")),
  )

  const selectLinks = preparedQuery<{ after: number; limit: number }, NumberedLinkRow>((value) =>
    build.selectFrom("payment_link").selectAll().where("id", ">", value("after")).orderBy("id").limit(value("limit")),
  )

  const selectEvents = preparedQuery<{ after: number; last: number }, EventRow>((value) =>
    build
      .selectFrom("payment_link")
      .innerJoin("payment_link_event", (join) =>
        join
          .onRef("payment_link_event.company_id", "=", "payment_link.company_id")
          .onRef("payment_link_event.link_id", "=", "payment_link.id"),
      )
      .select(["link_id", "sequence", "at", "type", "body"])
      .where("payment_link.id", ">", value("after"))
      .where("payment_link.id", "<=", value("last"))
      .orderBy("payment_link.id")
      .orderBy("sequence"),
  )

  /** The places on lists that the links were made for; a null position is a place that is not there. */
  const selectItems = preparedQuery<{ after: number; last: number }, ItemRow>((value) =>
    build
      .selectFrom("payment_link")
      .leftJoin("batch_item", (join) =>
        join
          .onRef("batch_item.company_id", "=", "payment_link.company_id")
          .onRef("batch_item.batch_token", "=", "payment_link.batch_token")
          .onRef("batch_item.position", "=", "payment_link.batch_position"),
      )
      .select(["payment_link.id", "batch_item.position", "batch_item.failure"])
      .where("payment_link.id", ">", value("after"))
      .where("payment_link.id", "<=", value("last"))
      .where("payment_link.batch_token", "is not", null),
  )

  /** Links made for a place for which an earlier one was. */
  const selectTwins = preparedQuery<{ after: number; last: number }, TwinRow>((value) =>
    build
      .selectFrom("payment_link")
      .innerJoin("payment_link as other", (join) =>
        join
          .onRef("other.company_id", "=", "payment_link.company_id")
          .onRef("other.batch_token", "=", "payment_link.batch_token")
          .onRef("other.batch_position", "=", "payment_link.batch_position")
          .onRef("other.id", "<", "payment_link.id"),
      )
      .select(["payment_link.id", "other.slug"])
      .where("payment_link.id", ">", value("after"))
      .where("payment_link.id", "<=", value("last")),
  )

  const selectOrders = (named: ReadonlyArray<OrderName>) =>
    build
      .selectFrom("orders")
      .select(["orders.company_id", ...orderRowColumns])
      .where((e) =>
        e(
          e.refTuple("orders.company_id", "orders.number"),
          "in",
          named.map(({ company, number }) => e.tuple(company, number)),
        ),
      )
      .compile()

  /** These orders, by name: null for one that cannot be read, which the scan of orders reports. */
  const ordersOf = Effect.fnUntraced(function* (named: ReadonlyArray<OrderName>) {
    const orders = new Map<string, Order | null>()
    const wanted = new Map(named.map((one) => [nameOfOrder(one), one]))
    for (const some of keysInEqualPieces([...wanted.values()])) {
      const rows: ReadonlyArray<OrderRow & { company_id: number }> = yield* read(operation, selectOrders(some))
      for (const row of rows) {
        const stored = Option.getOrNull(yield* Effect.option(orderFromRow(operation, row)))
        orders.set(nameOfOrder({ company: row.company_id, number: row.number }), stored?.order ?? null)
      }
    }
    return orders
  })

  const scan = Effect.fnUntraced(function* (
    after: number,
    limit: number,
  ): Effect.fn.Return<ReadonlyArray<AuditedLink>, StorageUnavailable> {
    const rows = yield* read(operation, selectLinks({ after, limit }))
    const last = rows.at(-1)?.id
    if (last === undefined) return []
    const piece = { after, last }
    const events = Map.groupBy(yield* read(operation, selectEvents(piece)), ({ link_id }) => link_id)
    const items = new Map((yield* read(operation, selectItems(piece))).map((item) => [item.id, item]))
    const twins = new Map((yield* read(operation, selectTwins(piece))).map(({ id, slug }) => [id, slug]))
    const states = rows.map(stateOf)
    const orders = yield* ordersOf(
      states.flatMap(({ link }) =>
        link === null
          ? []
          : [...liveOf(link), ...duplicatesOf(link)].map((number) => ({ company: link.details.company, number })),
      ),
    )
    return rows.map((row, at): AuditedLink => {
      const { link, breaches } = states[at] ?? { link: null, breaches: [] }
      const log = (events.get(row.id) ?? []).map(foundEvent)
      return {
        id: row.id,
        slug: row.slug,
        link,
        log: log.map(({ sequence, event }) => ({ sequence, event })),
        paymentStates: ofEach(
          orders,
          row.company_id,
          link === null ? [] : liveOf(link),
          (order) => paymentStateOf(order)._tag,
        ),
        duplicates: ofEach(orders, row.company_id, link === null ? [] : duplicatesOf(link), duplicateStateOf),
        breaches: [
          ...breaches,
          ...log.flatMap((found) => found.breaches),
          ...itemBreaches(row, items.get(row.id), twins.get(row.id)),
        ],
      }
    })
  })

  return {
    lastId: Effect.map(
      Effect.suspend(() => read(operation, selectLastId({}))),
      ([row]) => row?.id ?? 0,
    ),
    scan,
  }
}

const liveOf = ({ payments }: PaymentLink): ReadonlyArray<OrderNumber> => payments.map(({ order }) => order)

/** The state of each of these orders: null for one that cannot be read, no entry for one that does not exist. */
const ofEach = <A>(
  orders: ReadonlyMap<string, Order | null>,
  company: number,
  numbers: ReadonlyArray<OrderNumber>,
  truth: (order: Order) => A,
): ReadonlyMap<string, A | null> =>
  new Map(
    numbers.flatMap((number) => {
      const order = orders.get(nameOfOrder({ company, number }))
      return order === undefined ? [] : [[number, order === null ? null : truth(order)] as const]
    }),
  )

interface OrderName {
  readonly company: number
  readonly number: string
}

const nameOfOrder = ({ company, number }: OrderName): string => `${company} ${number}`

interface NumberedLinkRow extends FullLinkRow {
  readonly id: number
}

interface EventRow extends FoundEventRow {
  readonly link_id: number
}

interface ItemRow {
  readonly id: number
  readonly position: number | null
  readonly failure: string | null
}

interface TwinRow {
  readonly id: number
  readonly slug: string
}

const auditTerms = auditorOf(LinkTerms)
const auditProgress = auditorOf(Schema.Struct(linkProgressFields))
const foundEvent = eventAuditorOf("payment_link_event", LinkEvent)
const readColumns = Schema.decodeUnknownOption(
  Schema.Struct({ details: LinkDetails, removedAt: LinkProgress.fields.removedAt }),
)

const stateOf = (row: NumberedLinkRow): { link: PaymentLink | null; breaches: ReadonlyArray<StorageBreach> } => {
  const terms = auditTerms(row.terms)
  const progress = auditProgress(row.progress)
  const columns = readColumns({ details: linkDetailsOf(row), removedAt: row.removed_at })
  const isWhole = terms.value !== null && progress.value !== null && Option.isSome(columns)
  return {
    link: isWhole ? { ...columns.value, version: row.version, terms: terms.value, ...progress.value } : null,
    breaches: [
      ...(terms.why === null ? [] : [unreadable("payment_link.terms", terms.why)]),
      ...(progress.why === null ? [] : [unreadable("payment_link.progress", progress.why)]),
      ...(Option.isSome(columns) ? [] : [unreadable("payment_link", "a column is not as this version writes it")]),
      ...(terms.value === null ? [] : columnsDiffer("payment_link", `id ${row.id}`, row, termColumnsOf(terms.value))),
    ],
  }
}

/** A link is made for a place on a list that is there and has not failed, and no two for one. */
const itemBreaches = (
  { batch_token, batch_position }: FullLinkRow,
  item: ItemRow | undefined,
  twin: string | undefined,
): ReadonlyArray<StorageBreach> => {
  if (batch_token === null) return []
  const place = `item ${batch_position} of batch ${batch_token}`
  const ofItem =
    item === undefined || item.position === null
      ? [missing("batch_item", place)]
      : columnsDiffer("batch_item", place, item, { failure: null })
  return [...ofItem, ...(twin === undefined ? [] : [{ _tag: "ItemTaken" as const, place, by: twin }])]
}
