/** Amounts in centavos, percentages in basis points, and their written forms. */
export * from "./basis-points.ts"
export {
  AmountOutOfRange,
  add,
  Centavos,
  centavos,
  centavosMax,
  checkedSum,
  checkedTimes,
  isCentavos,
  subtract,
  sum,
  zero,
} from "./centavos.ts"
export * from "./decimal.ts"
export { largest, total } from "./total.ts"
