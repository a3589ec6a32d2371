/** The faults of a total that cannot be paid by any method. */
import { centavos, centavosMax, decimalNumber } from "@vintem/domain/money"
import { type Fault, fault } from "../input/fault.ts"
import type { FaultReason } from "../input/fault-code.ts"

const min = decimalNumber(centavos(1))
const max = decimalNumber(centavos(centavosMax))

/** The total is below one centavo. @param sum - the parts of the total */
export const totalTooSmall = (path: string, sum: FaultReason<"total_too_small">["sum"]): Fault =>
  fault(path, { code: "total_too_small", sum, min })

/** The total is above the largest amount. @param sum - the parts of the total */
export const totalTooLarge = (path: string, sum: FaultReason<"total_too_large">["sum"]): Fault =>
  fault(path, { code: "total_too_large", sum, max })

/** Each installment is at least one centavo. */
export const moreInstallmentsThanCentavos = fault("payment.installments", {
  code: "too_many_installments",
  limited_by: "total",
})
