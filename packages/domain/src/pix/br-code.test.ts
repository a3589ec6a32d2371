import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { PostalCode } from "../customer/postal-code.ts"
import { centavos } from "../money/centavos.ts"
import {
  BrCode,
  BrCodeRefusal,
  type BrCodeRefused,
  type DynamicCode,
  encodeDynamicCode,
  encodeStaticCode,
  PixLocation,
  type StaticCode,
} from "./br-code.ts"
import { PixKey } from "./pix-key.ts"
import { StaticTxid } from "./txid.ts"

const evp = PixKey.make("123e4567-e12b-12d1-a456-426655440000")

const staticCode = (parts: Partial<StaticCode>): StaticCode => ({
  key: evp,
  name: "EMPRESA",
  city: "BRASILIA",
  postalCode: null,
  amount: null,
  txid: null,
  description: null,
  ...parts,
})

const dynamicCode = (location: string, name: string, city: string): DynamicCode => ({
  location: PixLocation.make(location),
  name,
  city,
  postalCode: null,
})

const written = (parts: Partial<StaticCode>) => Result.getOrThrow(encodeStaticCode(staticCode(parts)))

const reasonOf = (encoded: Result.Result<unknown, BrCodeRefused>) =>
  Result.match(encoded, { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("encodeStaticCode", () => {
  it("writes the code printed in the manual", () => {
    expect(written({ name: "Fulano de Tal" })).toBe(
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal" +
        "6008BRASILIA62070503***63041D3D",
    )
  })

  it("writes amount and txid, and folds accents away", () => {
    expect(
      written({
        key: PixKey.make("fulano@example.com"),
        name: "José Ação",
        city: "São Paulo",
        amount: centavos(12_345),
        txid: StaticTxid.make("ORDER42"),
      }),
    ).toBe(
      "00020126400014br.gov.bcb.pix0118fulano@example.com5204000053039865406123.455802BR5909Jose Acao6009Sao Paulo" +
        "62110507ORDER42630477B2",
    )
  })

  it("writes a CNPJ with letters as key", () => {
    expect(written({ key: PixKey.make("12ABC34501DE35"), amount: centavos(100) })).toBe(
      "00020126360014br.gov.bcb.pix011412ABC34501DE3552040000530398654041.005802BR5907EMPRESA6008BRASILIA" +
        "62070503***6304778B",
    )
  })

  it("writes a telephone as key", () => {
    expect(written({ key: PixKey.make("+5511987654321") })).toBe(
      "00020126360014br.gov.bcb.pix0114+55119876543215204000053039865802BR5907EMPRESA6008BRASILIA" +
        "62070503***63048685",
    )
  })

  it.each([
    [1, "54040.01"],
    [100, "54041.00"],
    [105, "54041.05"],
    [999_999_999_999, "54139999999999.99"],
  ])("writes %i centavos as %s", (amount, object) => {
    expect(written({ amount: centavos(amount) })).toContain(`5303986${object}5802BR`)
  })

  it("writes the postal code if there is one", () => {
    expect(written({ postalCode: PostalCode.make("01310100") })).toContain("6008BRASILIA610801310100620")
  })

  it("cuts name and city at the readers' limits", () => {
    const code = written({ name: "Companhia Brasileira de Distribuição", city: "São José dos Campos" })
    expect(code).toContain("5925Companhia Brasileira de D6015Sao Jose dos Ca62")
  })

  it("cuts the description to the space that the key leaves, and leaves it out if there is none", () => {
    const description = "á".repeat(80)
    expect(written({ description })).toContain(`269900${"14br.gov.bcb.pix"}0136${evp}0237${"a".repeat(37)}52`)
    const longest = PixKey.make(`${"a".repeat(65)}@example.com`)
    expect(written({ key: longest, description })).toContain(`0177${longest}5204`)
    expect(written({ description: "🎁" })).toBe(written({ description: null }))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [{ name: "東京", city: "🏙", amount: centavos(0) }, "name"],
    [{ name: "Ana", city: "🏙", amount: centavos(0) }, "city"],
    [{ name: "Ana", city: "Rio", amount: centavos(0) }, "amount"],
    [{ name: "Ana", city: "Rio", amount: centavos(1) }, null],
  ] as const

  it.each(rows)("answers %j with %j", (parts, reason) => {
    expect(reasonOf(encodeStaticCode(staticCode(parts)))).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(BrCodeRefusal.literals)
  })

  it.each([-1, 1_000_000_000_000])("refuses %i centavos", (amount) => {
    expect(reasonOf(encodeStaticCode(staticCode({ amount: centavos(amount) })))).toBe("amount")
  })
})

describe("encodeDynamicCode", () => {
  it("writes the code printed in the manual", () => {
    const code = dynamicCode("pix.example.com/8b3da2f39a4140d1a91abd93113bd441", "Fulano de Tal", "BRASILIA")
    expect(encodeDynamicCode(code)).toEqual(
      Result.succeed(
        "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR" +
          "5913Fulano de Tal6008BRASILIA62070503***630464E4",
      ),
    )
  })

  it("pads the checksum", () => {
    const location = "pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7"
    expect(encodeDynamicCode(dynamicCode(location, "LOJA TESTE", "SAO PAULO"))).toEqual(
      Result.succeed(
        "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7" +
          "5204000053039865802BR5910LOJA TESTE6009SAO PAULO62070503***63040CCD",
      ),
    )
  })

  it("refuses a receiver without a readable name", () => {
    expect(reasonOf(encodeDynamicCode(dynamicCode("pix.example.com/1", "¿", "BRASILIA")))).toBe("name")
  })
})

describe("PixLocation", () => {
  const isLocation = Schema.is(PixLocation)

  it.each(["pix.example.com", "pix.example.com/qr/v2/1234", "pix-h.example.com/a%2Fb"])("may be %s", (location) => {
    expect(isLocation(location)).toBe(true)
  })

  it("has at most 77 characters", () => {
    const location = `pix.example.com/${"a".repeat(61)}`
    expect(location).toHaveLength(77)
    expect(isLocation(location)).toBe(true)
    expect(isLocation(`${location}a`)).toBe(false)
  })

  it.each([
    "",
    "https://pix.example.com/1",
    "localhost",
    "pix.example.com/a b",
    "pix.exämple.com/1",
    "pix..com/1",
    "pix.example.com/\u212A",
  ])("cannot be %j", (location) => {
    expect(isLocation(location)).toBe(false)
  })
})

describe("BrCode", () => {
  const isBrCode = Schema.is(BrCode)
  const code = written({})

  it("is a whole code and nothing less", () => {
    expect(isBrCode(code)).toBe(true)
    expect(isBrCode(code.slice(1))).toBe(false)
    expect(isBrCode(code.slice(0, -1))).toBe(false)
    expect(isBrCode(code.replace("EMPRESA", "EMPRESS"))).toBe(false)
    expect(isBrCode(` ${code}`)).toBe(false)
  })
})
