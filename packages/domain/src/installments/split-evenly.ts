/** Installments without interest ("sem juros"): the amount divided, nothing added. */
import { type Centavos, centavos } from "../money/centavos.ts"
import type { InstallmentCount } from "./installment-count.ts"
import type { Installments } from "./installments.ts"

/**
 * Splits an amount into equal installments. The first also carries the odd centavos.
 *
 * What issuers print on statements; nobody is charged more later than at the start.
 *
 * @param total - centavos, zero or more; below `count` some installments are of nothing
 * @returns `count` amounts in order of due date, adding up to `total`
 */
export const splitEvenly = (total: Centavos, count: InstallmentCount): Installments => {
  const odd = total % count
  const each = centavos((total - odd) / count)
  return [centavos(each + odd), ...Array.from({ length: count - 1 }, () => each)]
}
