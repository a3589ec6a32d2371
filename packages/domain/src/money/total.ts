/**
 * Sums of reported amounts. A payment that happened cannot be refused, and neither can its sum: beyond the bound of an
 * amount, the bound itself is returned. One order would need payments of 10¹¹ reais to reach it.
 */
import { type Centavos, centavosMax, isCentavos, zero } from "./centavos.ts"

/** Never throws. `sum` and `checkedSum` are for amounts that are known to fit, or may be refused. */
export const total = (amounts: ReadonlyArray<Centavos>): Centavos => totalOf(amounts, (amount) => amount)

/** The total of one amount from each owner. An owner without an amount counts as zero. */
export const totalOf = <Owner>(owners: ReadonlyArray<Owner>, amountOf: (owner: Owner) => Centavos | null): Centavos => {
  let exact = 0
  for (const owner of owners) exact += amountOf(owner) ?? 0
  return nearestAmount(exact)
}

/** The amount itself, or the bound that it exceeds. @param exact - a sum of whole centavos */
export const nearestAmount = (exact: number): Centavos =>
  isCentavos(exact) ? exact : nearestAmount(exact > 0 ? centavosMax : -centavosMax)

/** The smaller of two amounts. */
export const smaller = (one: Centavos, other: Centavos): Centavos => (other < one ? other : one)

/** The largest of some amounts. Zero if there are none, or none above zero. */
export const largest = (amounts: ReadonlyArray<Centavos>): Centavos =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), zero)
