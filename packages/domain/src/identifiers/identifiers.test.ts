// Which texts and numbers are identifiers.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  AttemptId,
  AttemptKey,
  BatchSecret,
  BatchToken,
  CaseKey,
  CompanyCode,
  CompanyId,
  CustomerId,
  firstAttempt,
  ItemPosition,
  LinkSlug,
  OrderNumber,
  OrderToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
  SubscriptionToken,
} from "./index.ts"

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
const a = (length: number): string => "a".repeat(length)

describe("an identifier", () => {
  // The shortest and the longest, and the characters at the ends of its alphabet.
  it.each<[string, Schema.Decoder<unknown>, ReadonlyArray<unknown>]>([
    ["BatchSecret", BatchSecret, ["0".repeat(64), "f".repeat(64)]],
    ["OrderNumber", OrderNumber, ["0", "Z", "A9".repeat(16)]],
    ["PublicKey", PublicKey, [a(22), a(43), "AZaz09_-".repeat(3)]],
    ["AttemptKey", AttemptKey, [a(26), a(35), "AZaz09".repeat(5)]],
    ["RefundKey", RefundKey, ["Z", a(35), "AZaz09"]],
    ["CaseKey", CaseKey, ["-", "_", a(64), "AZaz09"]],
    ["LinkSlug", LinkSlug, [a(16), a(32), "az09".repeat(4)]],
    ["BatchToken", BatchToken, [uuid]],
    ["OrderToken", OrderToken, [uuid]],
    ["SavedCardToken", SavedCardToken, [uuid]],
    ["SubscriptionToken", SubscriptionToken, [uuid]],
    ["CompanyCode", CompanyCode, ["000000", "zzzzzz", "0a9hjk", "mnptvz"]],
    ["CompanyId", CompanyId, [1, Number.MAX_SAFE_INTEGER]],
    ["CustomerId", CustomerId, [1, Number.MAX_SAFE_INTEGER]],
    ["AttemptId", AttemptId, [1, 2]],
    ["ItemPosition", ItemPosition, [1, 0xff_ff_ff_ff]],
  ])("%s accepts these", (_, schema, values) => {
    for (const value of values) expect(Schema.is(schema)(value)).toBe(true)
  })

  it.each<[string, Schema.Decoder<unknown>, ReadonlyArray<unknown>]>([
    ["BatchSecret", BatchSecret, ["0".repeat(63), "0".repeat(65), "g".repeat(64), "F".repeat(64)]],
    ["OrderNumber", OrderNumber, ["", "A".repeat(33), "a", "A-1", " A", "A\n"]],
    ["PublicKey", PublicKey, [a(21), a(44), `${a(22)}+`, `+${a(22)}`]],
    ["AttemptKey", AttemptKey, [a(25), a(36), `${a(26)}-`, `-${a(26)}`]],
    ["RefundKey", RefundKey, ["", a(36), "a-", "-a"]],
    ["CaseKey", CaseKey, ["", a(65), "a.", ".a"]],
    ["LinkSlug", LinkSlug, [a(15), a(33), `${a(16)}A`, `A${a(16)}`]],
    ["BatchToken", BatchToken, ["", a(36), `${uuid}0`]],
    ["OrderToken", OrderToken, ["", a(36)]],
    ["SavedCardToken", SavedCardToken, ["", a(36)]],
    ["SubscriptionToken", SubscriptionToken, ["", a(36)]],
    ["CompanyCode", CompanyCode, ["", "00000", "0000000", "00000A", ...[..."ilou"].map((letter) => `00000${letter}`)]],
    ["CompanyId", CompanyId, [0, -1, 1.5, "1"]],
    ["CustomerId", CustomerId, [0, -1, 1.5, "1"]],
    ["AttemptId", AttemptId, [0, -1, 1.5]],
    ["ItemPosition", ItemPosition, [0, 0xff_ff_ff_ff + 1, 1.5]],
  ])("%s refuses all others", (_, schema, values) => {
    for (const value of values) expect(Schema.is(schema)(value)).toBe(false)
  })

  it("is 1 for the first attempt", () => {
    expect(firstAttempt).toBe(1)
  })
})
