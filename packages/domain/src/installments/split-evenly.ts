/** Installments without interest ("sem juros"): the divided amount, with nothing added. */
import { type Centavos, centavos } from "../money/centavos.ts"
import type { InstallmentCount } from "./installment-count.ts"
import type { Installments } from "./installments.ts"

/**
 * Splits an amount into equal installments. The first also carries the odd centavos.
 *
 * Issuers print statements this way, and no later installment is higher than the first.
 *
 * @param total - centavos, zero or more; below `count` some installments are zero
 * @returns `count` amounts in order of due date, adding up to `total`
 */
export const splitEvenly = (total: Centavos, count: InstallmentCount): Installments => {
  const odd = total % count
  const each = centavos((total - odd) / count)
  return [centavos(each + odd), ...Array.from({ length: count - 1 }, () => each)]
}
