import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { chargeTxidFromUuid, parseChargeTxid, parseStaticTxid, TxidRefusal, type TxidRefused } from "./txid.ts"

const reasonOf = (parsed: Result.Result<unknown, TxidRefused>) =>
  Result.match(parsed, { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseStaticTxid", () => {
  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [`${"a".repeat(25)}-`, "characters"],
    ["a".repeat(26), "length"],
    ["a".repeat(25), null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(parseStaticTxid(input))).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(TxidRefusal.literals)
  })

  it.each([
    ["ORDER42", null],
    ["a", null],
    ["", "length"],
    ["abc-123", "characters"],
    ["abc_123", "characters"],
    ["abc 123", "characters"],
    ["pedido№", "characters"],
    ["***", "characters"],
    ["abc\n", "characters"],
  ])("answers %j with %j", (input, reason) => {
    expect(reasonOf(parseStaticTxid(input))).toBe(reason)
  })
})

describe("parseChargeTxid", () => {
  it.each([
    [25, "length"],
    [26, null],
    [35, null],
    [36, "length"],
  ])("answers %i characters with %j", (length, reason) => {
    expect(reasonOf(parseChargeTxid("a1B2".repeat(9).slice(0, length)))).toBe(reason)
  })

  it("refuses hyphens", () => {
    expect(reasonOf(parseChargeTxid("8b3da2f3-9a41-40d1-a91a-bd93113b"))).toBe("characters")
  })
})

describe("chargeTxidFromUuid", () => {
  it("leaves the hyphens out", () => {
    expect(chargeTxidFromUuid("8b3da2f3-9a41-40d1-a91a-bd93113bd441")).toEqual(
      Result.succeed("8b3da2f39a4140d1a91abd93113bd441"),
    )
  })

  it("refuses a text that is not a UUID", () => {
    expect(reasonOf(chargeTxidFromUuid("not-a-uuid"))).toBe("length")
  })
})
