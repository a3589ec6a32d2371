import decodeQR from "qr/decode.js"
import { describe, expect, it } from "vitest"
import { qrCode } from "./qr-code.ts"

/** The official dynamic code of the BR Code manual. */
const official =
  "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal" +
  "6008BRASILIA62070503***630464E4"

/** Draws the picture like a browser, `scale` pixels per module. */
const drawn = (svg: string, scale: number) => {
  const side = Number(/viewBox="0 0 (\d+) /u.exec(svg)?.[1])
  const data = new Uint8Array((side * scale) ** 2 * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, command, first, second] of svg.matchAll(/([Mm])(-?[\d.]+)[ ,]?(-?[\d.]+)h1v1/gu)) {
    x = command === "m" ? x + Number(first) : Number(first)
    y = command === "m" ? y + Number(second) : Number(second)
    for (let row = y * scale; row < (y + 1) * scale; row += 1) {
      for (let column = x * scale; column < (x + 1) * scale; column += 1) {
        data.fill(0, (row * side * scale + column) * 4, (row * side * scale + column) * 4 + 3)
      }
    }
  }
  return { width: side * scale, height: side * scale, data }
}

describe("the QR code of a Pix", () => {
  it("is read as its code", () => {
    expect(decodeQR(drawn(String(qrCode(official)), 4))).toBe(official)
  })

  it("has four modules of white around it, and nothing a page would run", () => {
    const svg = String(qrCode(official))
    expect(svg).toMatch(/^<svg [^>]*><path d="M4 4h/u)
    expect(svg).not.toMatch(/script|style|href|on\w+=/iu)
  })
})
