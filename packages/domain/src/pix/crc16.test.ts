import { describe, expect, it } from "vitest"
import { crc16 } from "./crc16.ts"

describe("crc16", () => {
  it.each([
    ["123456789", "29B1"], // the check value that identifies the variant
    ["", "FFFF"],
    ["A", "B915"],
  ])("for %j is %s", (text, checksum) => {
    expect(crc16(text)).toBe(checksum)
  })

  it("keeps its leading zero", () => {
    const code =
      "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7" +
      "5204000053039865802BR5910LOJA TESTE6009SAO PAULO62070503***6304"
    expect(crc16(code)).toBe("0CCD")
  })
})
