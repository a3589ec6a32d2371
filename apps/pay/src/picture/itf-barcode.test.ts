import { describe, expect, it } from "vitest"
import { itfBarcode } from "./itf-barcode.ts"

/** Reads bars like a scanner: from their widths and the gaps' widths. */
const scanned = (svg: string): string => {
  const bars = [...svg.matchAll(/M(\d+) 0h(\d+)v/gu)].map(([, at, width]) => [Number(at), Number(width)] as const)
  const widths = bars.flatMap(([at, width], position) => {
    const next = bars[position + 1]
    return next === undefined ? [width] : [width, next[0] - at - width]
  })
  expect([widths.slice(0, 4), widths.slice(-3)]).toEqual([
    [1, 1, 1, 1],
    [3, 1, 1],
  ])
  const inner = widths.slice(4, -3)
  let digits = ""
  for (let position = 0; position < inner.length; position += 10) {
    const pair = inner.slice(position, position + 10)
    digits += digitOf(pair.filter((_, place) => place % 2 === 0)) + digitOf(pair.filter((_, place) => place % 2 === 1))
  }
  return digits
}

/** The wide elements weigh 1, 2, 4 and 7; the fifth makes the parity even. A sum of 11 is zero. */
const digitOf = (widths: ReadonlyArray<number>): string => {
  const weight = [1, 2, 4, 7, 0].reduce((sum, one, place) => sum + (widths[place] === 3 ? one : 0), 0)
  expect(widths.filter((width) => width === 3)).toHaveLength(2)
  return String(weight === 11 ? 0 : weight)
}

describe("the barcode of a slip", () => {
  it("is read as its digits, for any pair", () => {
    const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, "0")).join("")
    expect(scanned(String(itfBarcode(pairs)))).toBe(pairs)
  })

  it("leaves white on either side", () => {
    const svg = String(itfBarcode("0123456789"))
    const width = Number(/viewBox="0 0 (\d+) /u.exec(svg)?.[1])
    expect(/M(\d+) /u.exec(svg)?.[1]).toBe("10")
    const [, at = "", wide = ""] = [...svg.matchAll(/M(\d+) 0h(\d+)v/gu)].at(-1) ?? []
    expect(width - Number(at) - Number(wide)).toBe(10)
  })
})
