/**
 * The barcode of a bank slip: interleaved 2 of 5 (ISO/IEC 16390), as a picture in the page itself.
 */
import { type Html, trusted } from "../html/html.ts"

/** A wide bar or gap is three times a narrow one. */
const wide = 3
/** White on either side, in narrow bars. */
const quiet = 10
/** Height of the bars, in narrow bars. */
const height = 50

/** @param digits - an even number of them */
export const itfBarcode = (digits: string): Html => {
  const { path, end } = barsOf(widthsOf(digits))
  const box = `0 0 ${end + quiet} ${height}`
  return trusted(
    `<svg viewBox="${box}" xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none"><path d="${path}"/></svg>`,
  )
}

/** Widths of bar, gap, bar, gap and so on. The bars encode the first digit of each pair, the gaps the second. */
const widthsOf = (digits: string): ReadonlyArray<number> => {
  const pairs = digits.match(/\d\d/gu) ?? []
  return [...start, ...pairs.flatMap((pair) => interleaved(codeOf(pair.charAt(0)), codeOf(pair.charAt(1)))), ...stop]
}

const start = [1, 1, 1, 1]
const stop = [wide, 1, 1]

const interleaved = (bars: ReadonlyArray<number>, gaps: ReadonlyArray<number>): ReadonlyArray<number> =>
  bars.flatMap((bar, position) => [bar, gaps[position] ?? 1])

/** Encodes a digit as five bars, two of them wide. */
const codeOf = (digit: string): ReadonlyArray<number> =>
  [...(codes[Number(digit)] ?? "")].map((one) => (one === "w" ? wide : 1))

const codes = ["nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"]

const barsOf = (widths: ReadonlyArray<number>): { readonly path: string; readonly end: number } => {
  let end = quiet
  let path = ""
  for (const [position, width] of widths.entries()) {
    if (position % 2 === 0) path += `M${end} 0h${width}v${height}h-${width}z`
    end += width
  }
  return { path, end }
}
