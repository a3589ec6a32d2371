/**
 * The figures of a company's orders by day, kept and not counted: see `figuresOf`. They are committed together with the orders,
 * whichever process wrote these.
 *
 * A day is São Paulo's, and the one on which the order was placed. What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Figure, FigureKind } from "../../order/figures.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** From its first to its last day, both included. A period that ends before it begins has no days. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The sum of the figures of one kind and method, whatever the reason. */
export type FigureSum = Omit<Figure, "reason">

/** The sum of a day. */
export interface DayFigure extends FigureSum {
  readonly day: LocalDate
}

/** The attempts that were refused for one reason; the empty one if the acquirer gave none. */
export type RefusalFigure = Pick<Figure, "reason" | "count" | "amount">

/** Reads the figures of a company's orders, day by day. */
export class OrderFigures extends Context.Service<
  OrderFigures,
  {
    /**
     * Sums by day, kind and method. Days upwards; within a day in no order. Days, kinds and methods of which there is nothing (any more)
     * are left out: of an order that is paid, nothing is open.
     */
    readonly byDay: (company: CompanyId, period: Period) => Effect.Effect<ReadonlyArray<DayFigure>, StorageUnavailable>
    /**
     * Refused attempts by reason, over all methods: the most frequent first, equally frequent ones by their reason in the order of its
     * characters (code units). At most `limit`, which is at least 1.
     */
    readonly refusals: (
      company: CompanyId,
      period: Period,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RefusalFigure>, StorageUnavailable>
    /** Sums over all days, by kind and method, in no order; of these kinds alone. What there is nothing of is left out. */
    readonly overall: (
      company: CompanyId,
      kinds: ReadonlyArray<FigureKind>,
    ) => Effect.Effect<ReadonlyArray<FigureSum>, StorageUnavailable>
  }
>()("@vintem/domain/ports/OrderFigures") {}
