/**
 * A breach of the stored data as one line: the object, what is wrong, and the stored and expected values.
 */
import type { Breach, FoundBreach } from "@vintem/application"
import type { OverusedCoupon } from "@vintem/domain/ports"

export const breachLine = ({ subject, breach }: FoundBreach): string => `${subject}\t${sentenceOf(breach)}`

/**
 * One line for a coupon that only late payments took over its limit. The command reports it, but it is not a breach.
 */
export const lateUsesLine = ({ allowed, code, company, late, uses }: OverusedCoupon): string =>
  `company ${company}\tno breach: coupon ${code}: ${uses} uses, ${allowed} allowed, ${late} of late payments`

const sentenceOf = (breach: Breach): string => {
  switch (breach._tag) {
    case "LogMissing":
      return "the log is empty"
    case "LogGap":
      return `the log has a gap: event ${breach.expected} is expected, but ${breach.found} follows`
    case "NotBegunByCreation":
      return `the log begins with ${breach.first}, not with ${breach.expected}`
    case "CreatedAgain":
      return `event ${breach.sequence} begins the log a second time`
    case "StateDiffers":
      return `${breach.part}: stored ${breach.stored}, folded ${breach.folded}`
    case "StatusDiffers":
      return `status: stored ${breach.stored}, folded ${breach.folded}`
    case "MoneyExceeded":
      return `${breach.goingBack} centavos are refunded, reserved and charged back, of ${breach.captured} captured`
    case "CapturedDiffers":
      return `attempt ${breach.attempt} was to bring ${breach.charged} centavos and brought ${breach.captured}: deliver, ask for the rest, or refund it`
    case "InFlightTogether":
      return `attempts ${breach.attempts.join(" and ")} are in flight together`
    case "InstallmentsWrong":
      return `the installments of attempt ${breach.attempt} (${breach.installments.join(", ")}) do not divide ${breach.charged} centavos`
    case "Unreadable":
      return `${breach.part} (cannot be read)`
    case "ColumnDiffers":
      return `${breach.table}.${breach.column} of ${breach.row}: stored ${breach.stored}, derived ${breach.derived}`
    case "RowMissing":
      return `${breach.table} has no row for ${breach.row}`
    case "RowStray":
      return `${breach.table} has a row without an owner: ${breach.row}`
    case "PaymentDiffers":
      return `it waits for order ${breach.order}: stored ${breach.stored}, by the order ${breach.ofOrder ?? "(nothing)"}`
    case "DuplicateKept":
      return `it takes one payment but was paid again by order ${breach.order}, and no refund is planned: refund the order`
    case "NumberTaken":
      return `the next row gets the number ${breach.next}, and numbers up to ${breach.highest} are taken: ${breach.remedy}`
    case "BatchCountDiffers":
      return `${breach.of}: stored ${breach.stored}, counted ${breach.counted}`
    case "DoneUnclaimed":
      return `item ${breach.position} is done, but workers claimed only ${breach.claimed}`
    case "ItemTaken":
      return `${breach.place} has another link: ${breach.by}`
    case "LinksNeverMade":
      return `its remaining links would never be created: no job ${breach.job} is queued`
    case "RenewalDiffers":
      return `the order of period ${breach.period}: stored ${breach.stored ?? "(nothing)"}, folded ${breach.logged ?? "(nothing)"}`
    case "CouponOversold":
      return `coupon ${breach.code}: ${breach.uses} uses, ${breach.allowed} allowed, ${breach.late} of late payments`
    case "TimerMissing":
      return `it would never be charged again or ended: no job ${breach.job} is queued`
    case "SequenceGap":
      return `the notifications before it are missing: ${breach.sequence} follows ${breach.previous}`
    case "TrailGap":
      return `entries before it are missing: ${breach.expected} is expected, but ${breach.found} follows`
    case "NeverDelivered":
      return `it would never be delivered: no job ${breach.job} is queued`
    case "ErasureUndone":
      return "it was erased, but its data is still stored: repeat vintem customer erase"
    case "WorkMissing":
      return `attempt ${breach.attempt} would never be followed up: no job ${breach.job} is queued`
  }
}
