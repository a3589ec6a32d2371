import { generatePixPayload, getPixPayloadInfo, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import fc from "fast-check"
import { hasError, isDynamicPix, isStaticPix, parsePix } from "pix-utils"
import { describe, expect, it } from "vitest"
import { PostalCode } from "../customer/postal-code.ts"
import { centavos } from "../money/centavos.ts"
import { encodeDynamicCode, encodeStaticCode, PixLocation } from "./br-code.ts"
import { decodeBrCode } from "./decode.ts"
import { PixKey } from "./pix-key.ts"
import { readTlv } from "./tlv.ts"
import { StaticTxid } from "./txid.ts"

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const alphanumeric = (lengths: fc.StringConstraints) =>
  fc.string({ unit: fc.constantFrom(...alphanumerics), ...lengths })

/** Text that is the same after folding: no space at either end, nor two in a row. */
const ascii = (maxLength: number) =>
  fc
    .array(alphanumeric({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
    .map((words) => words.join(" ").slice(0, maxLength).trim())

const key = fc
  .oneof(
    fc.uuid(),
    fc.constantFrom("12345678909", "12ABC34501DE35", "11222333000181", "+5511987654321", "fulano@example.com"),
  )
  .map((text) => PixKey.make(text))

const postalCode = fc
  .option(fc.integer({ min: 1_000_000, max: 99_999_999 }), { nil: null })
  .map((number) => (number === null ? null : PostalCode.make(String(number).padStart(8, "0"))))

const staticCode = fc.record({
  key,
  name: ascii(25),
  city: ascii(15),
  postalCode,
  amount: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }).map(centavos), { nil: null }),
  txid: fc.option(
    alphanumeric({ minLength: 1, maxLength: 25 }).map((text) => StaticTxid.make(text)),
    { nil: null },
  ),
  description: fc.option(ascii(30), { nil: null }),
})

const dynamicCode = fc.record({
  name: ascii(25),
  city: ascii(15),
  postalCode,
  location: alphanumeric({ minLength: 1, maxLength: 50 }).map((id) => PixLocation.make(`pix.example.com/qr/v2/${id}`)),
})

const anyText = fc.string({ unit: "binary", minLength: 1, maxLength: 120 })

const code = fc.oneof(
  staticCode.map((content) => Result.getOrThrow(encodeStaticCode(content))),
  dynamicCode.map((content) => Result.getOrThrow(encodeDynamicCode(content))),
)

describe("Pix codes", () => {
  it("round trip: a static code is read back", () => {
    fc.assert(
      fc.property(staticCode, (content) => {
        const read = Result.flatMap(encodeStaticCode(content), decodeBrCode)
        expect(read).toEqual(Result.succeed({ kind: "static", ...content }))
      }),
    )
  })

  it("round trip: a dynamic code is read back", () => {
    fc.assert(
      fc.property(dynamicCode, (content) => {
        const read = Result.flatMap(encodeDynamicCode(content), decodeBrCode)
        expect(read).toEqual(Result.succeed({ kind: "dynamic", ...content }))
      }),
    )
  })

  it("safety: whatever the receiver's name, the code can be read and is not too long", () => {
    fc.assert(
      fc.property(staticCode, anyText, anyText, anyText, (content, name, city, description) => {
        const written = encodeStaticCode({ ...content, name, city, description })
        if (Result.isFailure(written)) return
        expect(written.success).toMatch(/^[\u0020-\u007E]{1,512}$/u)
        expect(Result.isSuccess(decodeBrCode(written.success))).toBe(true)
      }),
    )
  })

  it("order: objects ascend, from 00 to 63", () => {
    fc.assert(
      fc.property(code, (text) => {
        const ids = [...(readTlv(text)?.keys() ?? [])]
        expect(ids).toEqual([...ids].sort())
        expect([ids.at(0), ids.at(-1)]).toEqual(["00", "63"])
      }),
    )
  })

  it("vigilance: one wrong character is always detected", () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.constantFrom(...alphanumerics), (text, somewhere, character) => {
        const place = somewhere % text.length
        const changed = `${text.slice(0, place)}${character}${text.slice(place + 1)}`
        // The case of the checksum's letters does not matter.
        fc.pre(changed.slice(0, -4) !== text.slice(0, -4) || changed.toUpperCase() !== text.toUpperCase())
        expect(Result.isFailure(decodeBrCode(changed))).toBe(true)
      }),
    )
  })
})

describe("Pix codes, read by other libraries", () => {
  it("have the same content for @brazilian-utils", () => {
    fc.assert(
      fc.property(staticCode, (content) => {
        expect(getPixPayloadInfo(Result.getOrThrow(encodeStaticCode(content)))).toEqual({
          key: content.key,
          merchantName: content.name,
          merchantCity: content.city,
          pointOfInitiation: "static",
          ...(content.amount === null ? {} : { amount: content.amount / 100 }),
          ...(content.txid === null ? {} : { txid: content.txid }),
          ...(content.description === null ? {} : { description: content.description }),
        })
      }),
    )
  })

  it("are written identically by @brazilian-utils", () => {
    fc.assert(
      fc.property(staticCode, ({ key, name, city, amount, txid, description }) => {
        const theirs = generatePixPayload({
          key,
          merchantName: name,
          merchantCity: city,
          ...(amount === null ? {} : { amount: amount / 100 }),
          ...(txid === null ? {} : { txid }),
          ...(description === null ? {} : { description }),
        })
        const ours = encodeStaticCode({ key, name, city, amount, txid, description, postalCode: null })
        expect(ours).toEqual(Result.succeed(theirs))
      }),
    )
    fc.assert(
      fc.property(dynamicCode, ({ location, name, city }) => {
        const theirs = generatePixPayload({ url: location, merchantName: name, merchantCity: city })
        expect(encodeDynamicCode({ location, name, city, postalCode: null })).toEqual(Result.succeed(theirs))
      }),
    )
  })

  it("are accepted there if we accept them", () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.string({ maxLength: 1 }), (text, somewhere, character) => {
        const place = somewhere % text.length
        const changed = `${text.slice(0, place)}${character}${text.slice(place + 1)}`
        if (Result.isSuccess(decodeBrCode(changed))) expect(isValidPixPayload(changed)).toBe(true)
      }),
    )
  })

  it("have the same content for the parser of pix-utils", () => {
    fc.assert(
      fc.property(staticCode, (content) => {
        const parsed = parsePix(Result.getOrThrow(encodeStaticCode(content)))
        if (hasError(parsed) || !isStaticPix(parsed)) return expect.fail("no static code")
        expect(parsed.pixKey).toBe(content.key)
        expect(parsed.merchantName).toBe(content.name)
        expect(parsed.merchantCity).toBe(content.city)
        expect(parsed.transactionAmount).toBe((content.amount ?? 0) / 100)
        expect(parsed.txid).toBe(content.txid ?? "***")
      }),
    )
    fc.assert(
      fc.property(dynamicCode, (content) => {
        const parsed = parsePix(Result.getOrThrow(encodeDynamicCode(content)))
        if (hasError(parsed) || !isDynamicPix(parsed)) return expect.fail("no dynamic code")
        expect(parsed.url).toBe(content.location)
      }),
    )
  })
})
