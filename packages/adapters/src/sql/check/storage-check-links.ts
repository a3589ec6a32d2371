/**
 * Reads stored payment links for the storage check, by key and in pieces: part of storage-check.ts.
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
import type { CheckedLink, CheckPiece, CheckWalk, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"
import type { Executor } from "../engine/executor.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { type FullLinkRow, linkDetailsOf, linkProgressFields, termColumnsOf } from "../links/payment-link-row.ts"
import { type OrderRow, orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import {
  checkerOf,
  columnsDiffer,
  eventCheckerOf,
  type FoundEventRow,
  keysInEqualPieces,
  logsById,
  missing,
  unreadable,
} from "./check-findings.ts"

const operation = "storageCheck.links"

export const linkCheck = (executor: Executor["Service"]): CheckWalk<CheckedLink> => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "payment_link")

  /** The rows of a piece, as the queries for their related rows name them. */
  const piece = (value: Parameter<PieceStart>) =>
    build
      .selectFrom("payment_link")
      .select(["company_id", "id", "batch_token", "batch_position"])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit"))
      .as("piece")

  const selectLinks = preparedQuery<PieceStart, NumberedLinkRow>((value) =>
    build.selectFrom("payment_link").selectAll().where(isAfter(value)).orderBy(key).limit(value("limit")),
  )

  const selectEvents = preparedQuery<PieceStart, FoundEventRow>((value) =>
    build
      .selectFrom(piece(value))
      .innerJoin("payment_link_event", (join) =>
        join
          .onRef("payment_link_event.company_id", "=", "piece.company_id")
          .onRef("payment_link_event.link_id", "=", "piece.id"),
      )
      .select(["piece.id", "sequence", "at", "type", "body"]),
  )

  /** The list entries that the links were made for; a null position is a missing entry. */
  const selectItems = preparedQuery<PieceStart, ItemRow>((value) =>
    build
      .selectFrom(piece(value))
      .leftJoin("batch_item", (join) =>
        join
          .onRef("batch_item.company_id", "=", "piece.company_id")
          .onRef("batch_item.batch_token", "=", "piece.batch_token")
          .onRef("batch_item.position", "=", "piece.batch_position"),
      )
      .select(["piece.id", "batch_item.position", "batch_item.failure"])
      .where("piece.batch_token", "is not", null),
  )

  /** Links made for an entry that already had an earlier link. */
  const selectTwins = preparedQuery<PieceStart, TwinRow>((value) =>
    build
      .selectFrom(piece(value))
      .innerJoin("payment_link as other", (join) =>
        join
          .onRef("other.company_id", "=", "piece.company_id")
          .onRef("other.batch_token", "=", "piece.batch_token")
          .onRef("other.batch_position", "=", "piece.batch_position")
          .onRef("other.id", "<", "piece.id"),
      )
      .select(["piece.id", "other.slug"]),
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
    place: CheckPiece,
  ): Effect.fn.Return<ReadonlyArray<CheckedLink>, StorageUnavailable> {
    const start = startOf(place)
    const rows = yield* read(operation, selectLinks(start))
    if (rows.length === 0) return []
    const events = logsById(yield* read(operation, selectEvents(start)))
    const items = new Map((yield* read(operation, selectItems(start))).map((item) => [item.id, item]))
    const twins = new Map((yield* read(operation, selectTwins(start))).map(({ id, slug }) => [id, slug]))
    const states = rows.map(stateOf)
    const orders = yield* ordersOf(
      states.flatMap(({ link }) =>
        link === null
          ? []
          : [...liveOf(link), ...duplicatesOf(link)].map((number) => ({ company: link.details.company, number })),
      ),
    )
    return rows.map((row, at): CheckedLink => {
      const { link, breaches } = states[at] ?? { link: null, breaches: [] }
      const log = (events.get(row.id) ?? []).map(foundEvent)
      return {
        company: row.company_id,
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
    lastId: lastIdOf(executor, operation, "payment_link"),
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

interface ItemRow {
  readonly id: number
  readonly position: number | null
  readonly failure: string | null
}

interface TwinRow {
  readonly id: number
  readonly slug: string
}

const checkTerms = checkerOf(LinkTerms)
const checkProgress = checkerOf(Schema.Struct(linkProgressFields))
const foundEvent = eventCheckerOf("payment_link_event", LinkEvent)
const readColumns = Schema.decodeUnknownOption(
  Schema.Struct({ details: LinkDetails, removedAt: LinkProgress.fields.removedAt }),
)

const stateOf = (row: NumberedLinkRow): { link: PaymentLink | null; breaches: ReadonlyArray<StorageBreach> } => {
  const terms = checkTerms(row.terms)
  const progress = checkProgress(row.progress)
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

/** A link is made for an existing entry that has not failed, and only one link for each entry. */
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
