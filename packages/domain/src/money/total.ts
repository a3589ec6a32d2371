/**
 * Sums of amounts that were reported. What happened cannot be refused, so neither can its sum: beyond the bound of an amount it is that
 * bound. One order would have to be paid 10¹¹ reais for that.
 */
import { type Centavos, centavosMax, isCentavos, zero } from "./centavos.ts"

/** Never throws: `sum` and `checkedSum` are for amounts that are known to fit, or may be refused. */
export const total = (amounts: ReadonlyArray<Centavos>): Centavos => totalOf(amounts, (amount) => amount)

/** The total of an amount of each; what has none counts for nothing. */
export const totalOf = <Owner>(owners: ReadonlyArray<Owner>, amountOf: (owner: Owner) => Centavos | null): Centavos => {
  let exact = 0
  for (const owner of owners) exact += amountOf(owner) ?? 0
  return nearestAmount(exact)
}

/** The amount itself, or the bound that it passes. @param exact - whole centavos, as they were added up */
export const nearestAmount = (exact: number): Centavos =>
  isCentavos(exact) ? exact : nearestAmount(exact > 0 ? centavosMax : -centavosMax)

/** The smaller of two amounts. */
export const smaller = (one: Centavos, other: Centavos): Centavos => (other < one ? other : one)

/** The largest of some amounts; zero if there is none, or none above it. */
export const largest = (amounts: ReadonlyArray<Centavos>): Centavos =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), zero)
