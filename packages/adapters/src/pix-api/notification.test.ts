import { describe, expect, it } from "vitest"
import { notifiedKeys } from "./notification.ts"

const key = "9f8e7d6c5b4a39281706f5e4d3c2b1a0"

describe("a notification", () => {
  it("names each charge once, and no foreign ones", () => {
    const pix = [{ txid: key, valor: "1.00" }, { txid: key }, { txid: "PADARIA1" }, {}, { txid: 5 }]
    expect(notifiedKeys({ pix })).toEqual([key])
  })

  it.each([null, "pix", [], {}, { pix: null }, { pix: [null] }])("names nothing if it is %j", (body) => {
    expect(notifiedKeys(body)).toEqual([])
  })

  it("is read to its thousandth payment", () => {
    const pix = Array.from({ length: 1_001 }, (_, place) => ({ txid: String(place).padStart(32, "0") }))
    expect(notifiedKeys({ pix })).toHaveLength(1_000)
  })
})
