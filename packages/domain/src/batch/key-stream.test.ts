// The key stream that makes the slugs of a batch.
import { describe, expect, it } from "vitest"
import { keyStreamBlock } from "./key-stream.ts"

const hexadecimal = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "")

describe("keyStreamBlock", () => {
  it("matches the block function of RFC 8439, section 2.3.2", () => {
    const key = Array.from({ length: 8 }, (_, word) => {
      const byte = word * 4
      return (byte | ((byte + 1) << 8) | ((byte + 2) << 16) | ((byte + 3) << 24)) >>> 0
    })
    expect(hexadecimal(keyStreamBlock(key, 1, [0x09_00_00_00, 0x4a_00_00_00, 0]))).toBe(
      [
        ...["10f1e7e4d13b5915500fdd1fa32071c4", "c7d1f4c733c068030422aa9ac3d46c4e"],
        ...["d2826446079faa0914c2d705d98b02a2", "b5129cd1de164eb9cbd083e8a2503c4e"],
      ].join(""),
    )
  })

  it("matches the stream of zeros of RFC 8439, appendix A.1", () => {
    const zeros = Array.from({ length: 8 }, () => 0)
    expect(hexadecimal(keyStreamBlock(zeros, 0))).toMatch(/^76b8e0ada0f13d90405d6ae55386bd28/u)
    expect(hexadecimal(keyStreamBlock(zeros, 1))).toMatch(/^9f07e7be5551387a98ba977c732d080d/u)
  })
})
