/**
 * `vintem export`: stored data for other programs.
 *
 * Rows are written while they are read, so memory does not grow with the number of orders.
 */
import { csvMark, csvRow, faultsOf, invalidFields, OrderListQuery, orderFilter } from "@vintem/contract"
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  CompanyRepository,
  type OrderFilter,
  OrderRepository,
  type Page,
  PageNumber,
  type StoredOrder,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result, Schema, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { accepted } from "../failures/outcome.ts"
import { keepYoungHeapSmall } from "../process/young-heap.ts"
import { daysInOrder } from "./days-in-order.ts"
import { everyPage } from "./every-page.ts"
import { exportFormat, formatFlags } from "./export-format.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { orderCells, orderColumns, orderRecord } from "./order-columns.ts"
import { progressTeller } from "./progress.ts"
import { withStorage } from "./with-storage.ts"

/**
 * How many orders, or companies, are read at once. A page should be garbage before the next collection of the young
 * heap: at 500 a page many rows move to the old heap, and an export of a million orders then held 300 MB.
 */
const piece = 200

const orders = Command.make(
  "orders",
  {
    from: Flag.String("from").pipe(Flag.withDescription("First day, YYYY-MM-DD")),
    to: Flag.String("to").pipe(Flag.withDescription("Last day, included")),
    company: companyFlag.pipe(Flag.withDescription("Id of the company; if absent, all companies"), Flag.optional),
    ...formatFlags,
  },
  ({ from, to, company, ...asked }) =>
    withStorage(
      Effect.gen(function* () {
        const filter = yield* stretchOf({ from, to })
        const companies = Option.isSome(company) ? Stream.make(yield* theCompany(company.value)) : allCompanies
        const tell = yield* exportProgress
        const rows = Stream.flatMap(companies, ({ id }) => ordersOf(id, filter, tell))
        const format = yield* exportFormat(asked)
        const text =
          format === "jsonl"
            ? written(rows, (stored) => `${JSON.stringify(orderRecord(stored))}\n`)
            : Stream.concat(
                Stream.make(`${csvMark(format)}${csvRow(orderColumns, format)}`),
                written(rows, (stored) => csvRow(orderCells(stored), format)),
              )
        const { stdout } = yield* Stdio.Stdio
        yield* keepYoungHeapSmall
        yield* Stream.run(text, stdout({ endOnDone: false }))
      }).pipe(Effect.scoped),
    ),
).pipe(
  Command.withDescription(
    "Write orders to standard output as CSV, company by company, latest first.\n\n" +
      "A text that a spreadsheet would take for a formula gets an apostrophe in front. In the jsonl format, each line is one order, an object with the " +
      "same names. Days and times are in America/Sao_Paulo. Orders placed meanwhile are left out.",
  ),
  Command.withShortDescription("Write orders as CSV"),
)

const decodeQuery = Schema.decodeUnknownResult(OrderListQuery, { errors: "all" })

/**
 * Joins the rows of a page into one text: as single texts they would all stay in memory until the reader takes them.
 */
const written = <E, R>(rows: Stream.Stream<StoredOrder, E, R>, row: (stored: StoredOrder) => string) =>
  Stream.mapArray(rows, (page) => [page.map(row).join("")] as const)

/** Ends no later than now, so that new orders do not shift the pages. */
const stretchOf = Effect.fnUntraced(function* (days: { readonly from: string; readonly to: string }) {
  const query = yield* accepted(Result.mapError(decodeQuery(days), ({ issue }) => invalidFields(faultsOf(issue))))
  yield* daysInOrder(query)
  const filter = orderFilter(query)
  const now = yield* Clock.currentTimeMillis
  return { ...filter, before: instant(Math.min(filter.before ?? now + 1, now + 1)) } satisfies BoundedFilter
})

/** A filter with an end: pages go back from there. */
type BoundedFilter = OrderFilter & { readonly before: Instant }

/** Leaves out repeated entries: if the list grew meanwhile, a page begins with the previous page's end. */
const inOrder = <A>(isAfter: (next: A, last: A) => boolean) =>
  Stream.mapAccum(
    (): A | null => null,
    (last, next: A) => (last === null || isAfter(next, last) ? [next, [next]] : [last, []]),
  )

const theCompany = Effect.fnUntraced(function* (id: CompanyId) {
  const { find } = yield* CompanyRepository
  const found = yield* find(id)
  return Option.isSome(found) ? found.value : yield* noCompany(id)
})

const allCompanies = everyPage(piece, (page) => Effect.flatMap(CompanyRepository, ({ list }) => list(page))).pipe(
  inOrder((next, last) => next.id < last.id),
)

/**
 * Each page begins at the time of the previous page's last order, so the millionth page costs as much as the first.
 * Orders of exactly that time are read again and left out. Only if they fill a whole page, the next page is read by its
 * number.
 */
const ordersOf = (company: CompanyId, filter: BoundedFilter, tell: ExportProgress) =>
  Stream.paginate({ before: filter.before, page: 1 }, ({ before, page }) =>
    Effect.map(Effect.tap(pageOfOrders(company, { ...filter, before }, page), tell), ({ entries }) => {
      const last = entries.at(-1)?.order.details.placedAt
      if (last === undefined || entries.length < piece) return [entries, Option.none()]
      const next = instant(last + 1)
      return [entries, Option.some(next === before ? { before, page: page + 1 } : { before: next, page: 1 })]
    }),
  ).pipe(
    inOrder((next, last) => {
      const older = last.order.details.placedAt - next.order.details.placedAt
      return older > 0 || (older === 0 && next.id < last.id)
    }),
  )

const pageOfOrders = (company: CompanyId, filter: OrderFilter, page: number) =>
  Effect.flatMap(OrderRepository, ({ list }) => list(company, filter, { page: PageNumber.make(page), size: piece }))

type ExportProgress = (page: Page<StoredOrder>) => Effect.Effect<void>

/** Reports how many orders were read, and how many are left for the current company. */
const exportProgress = Effect.map(progressTeller, ({ passing }): ExportProgress => {
  let read = 0
  return ({ entries, total }) => {
    read += entries.length
    const left = total - entries.length
    return passing(null, (millis) => {
      const perSecond = Math.round((read * 1_000) / Math.max(millis, 1))
      return `${read} orders, ${perSecond}/s; ${left} left of company ${entries.at(-1)?.order.details.company ?? "?"}`
    })
  }
})

export const exportCommand = Command.make("export").pipe(
  Command.withDescription("Stored data, for other programs"),
  Command.withSubcommands([orders]),
)
