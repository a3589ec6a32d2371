/**
 * The daily figures of a company's orders. They are stored, not counted: see `figuresOf`. Whichever process writes an
 * order commits its figures with it.
 *
 * An order counts for the day in São Paulo on which it was placed. `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Figure, FigureKind } from "../../order/figures.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** From the first to the last day, both included. If it ends before it begins, it has no days. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The sum of the figures of one kind and method, over all reasons. */
export type FigureSum = Omit<Figure, "reason">

/** The sum of a day. */
export interface DayFigure extends FigureSum {
  readonly day: LocalDate
}

/** The attempts that were refused for one reason. The reason is empty if the acquirer gave none. */
export type RefusalFigure = Pick<Figure, "reason" | "count" | "amount">

/** Reads the figures of a company's orders, day by day. */
export class OrderFigures extends Context.Service<
  OrderFigures,
  {
    /**
     * Sums by day, kind and method, in ascending order of days; within a day in no order. Combinations without figures
     * (any more) are left out: a paid order has nothing open.
     */
    readonly byDay: (company: CompanyId, period: Period) => Effect.Effect<ReadonlyArray<DayFigure>, StorageUnavailable>
    /**
     * Refused attempts by reason, over all methods: the most frequent first, equally frequent ones by reason in the
     * order of code units. At most `limit`, at least 1.
     */
    readonly refusals: (
      company: CompanyId,
      period: Period,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RefusalFigure>, StorageUnavailable>
    /**
     * Sums of these kinds over all days, by kind and method, in no order. Combinations without figures are left out.
     */
    readonly overall: (
      company: CompanyId,
      kinds: ReadonlyArray<FigureKind>,
    ) => Effect.Effect<ReadonlyArray<FigureSum>, StorageUnavailable>
  }
>()("@vintem/domain/ports/OrderFigures") {}
