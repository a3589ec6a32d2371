/** Faults of money that somebody could write into the domain, each as a change of one place of its source. */

export interface PlantedFault {
  readonly name: string
  /** Below the domain's `src`. */
  readonly file: string
  /** Occurs once in the file. */
  readonly line: string
  readonly planted: string
}

export const plantedFaults: ReadonlyArray<PlantedFault> = [
  {
    name: "a late payment after expiry is dropped",
    file: "order/machine.ts",
    line: "if (known === undefined || isSameKnowledge",
    planted: 'if (known === undefined || (fact === "confirmed" && known.facts.includes("expired")) || isSameKnowledge',
  },
  {
    name: "a refund that is under way is not subtracted",
    file: "order/ledger.ts",
    line: "refundable: subtract(kept, reserved)",
    planted: "refundable: kept",
  },
  {
    name: "a second Pix may start while one is open",
    file: "order/machine.ts",
    line: "(order, { quote, at }) => quote !== undefined && hasPayable(order, quote.method._tag, at)",
    planted: "() => false",
  },
  {
    name: "the last captured amount counts",
    file: "order/learn.ts",
    line: "captured: largest([payment?.captured ?? zero, captured])",
    planted: "captured",
  },
  {
    name: "`paid` is sent for every confirmed attempt",
    file: "order/webhooks.ts",
    line: "once(!isConfirmed(before) && isConfirmed(after))",
    planted:
      "after.attempts.filter(({ payment }) => payment).length - before.attempts.filter(({ payment }) => payment).length",
  },
  {
    name: "the last `tid` counts",
    file: "order/learn.ts",
    line: "tid: either(known.tid, report.tid, lesser)",
    planted: "tid: either(known.tid, report.tid, (_, told) => told)",
  },
  {
    name: "half a refund shows `refund`",
    file: "order/status-rules.ts",
    line: "captured > 0 && settled >= captured",
    planted: "captured > 0 && 2 * settled >= captured",
  },
  {
    name: "a dispute that was won still holds the money",
    file: "order/ledger.ts",
    line: 'state === "taken" || state === "lost" || (state === "contested" && facts.includes("taken"))',
    planted: 'state === "lost" || facts.includes("taken")',
  },
  {
    name: "a period is counted from the one before",
    file: "subscription/period.ts",
    line: "return addMonths(anchor, steps, dayOfMonth(anchor))",
    planted:
      "return Array.from({ length: period - 1 }).reduce<LocalDate>((day) => addMonths(day, count, dayOfMonth(day)), anchor)",
  },
  {
    name: "a card is charged again after a hard decline",
    file: "subscription/machine.ts",
    line: "own.some((one) => one.isHard)",
    planted: "false",
  },
  {
    name: "a late payment revives an ended subscription",
    file: "subscription/machine.ts",
    line: "if (canceled !== null) return paidLate === null",
    planted: "if (period === 0) return paidLate === null",
  },
  {
    name: "the payment of an old order pays the next period",
    file: "subscription/machine.ts",
    line: "subscription.renewal?.order === report.order ?",
    planted: "subscription.renewal !== null ?",
  },
  {
    name: "one cycle too many is charged",
    file: "subscription/period.ts",
    line: "paidPeriods >= recurrence.cycles",
    planted: "paidPeriods > recurrence.cycles",
  },
  {
    name: "the refund window ends 30 days early",
    file: "method/pix.ts",
    line: "refundWindowMillis: 90",
    planted: "refundWindowMillis: 60",
  },
  {
    name: "an order is abandoned after 29 minutes",
    file: "order/machine.ts",
    line: "abandonAfterMillis = 30",
    planted: "abandonAfterMillis = 29",
  },
  {
    name: "dunning ends after 20 days",
    file: "subscription/dunning.ts",
    line: "dunningDays = 21",
    planted: "dunningDays = 20",
  },
  {
    name: "a Pix renewal is issued without notice",
    file: "subscription/timer.ts",
    line: "noticeDays = 3",
    planted: "noticeDays = 0",
  },
]
