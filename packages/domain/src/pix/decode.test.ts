import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { crc16 } from "./crc16.ts"
import { BrCodeFault, decodeBrCode } from "./decode.ts"
import { writeTlv } from "./tlv.ts"

const evp = "123e4567-e12b-12d1-a456-426655440000"
const gui = writeTlv("00", "br.gov.bcb.pix")

const withChecksum = (objects: string) => `${objects}6304${crc16(`${objects}6304`)}`

/** A static code with some objects replaced, or left out if the replacement is empty. */
const codeWith = (changes: Readonly<Record<string, string>>) =>
  withChecksum(
    Object.entries({
      "00": "01",
      "01": "",
      "26": `${gui}${writeTlv("01", evp)}`,
      "52": "0000",
      "53": "986",
      "54": "",
      "58": "BR",
      "59": "Fulano",
      "60": "BRASILIA",
      "61": "",
      "62": writeTlv("05", "***"),
      ...changes,
    })
      .sort(([left], [right]) => Number(left) - Number(right))
      .map(([id, value]) => (value === "" ? "" : writeTlv(id, value)))
      .join(""),
  )

const refusalOf = (text: string) =>
  Result.match(decodeBrCode(text), {
    onSuccess: () => null,
    onFailure: ({ reason, object }) => (object === null ? reason : `${reason} ${object}`),
  })

const plain = {
  kind: "static",
  key: evp,
  name: "Fulano",
  city: "BRASILIA",
  postalCode: null,
  amount: null,
  txid: null,
  description: null,
}

describe("decodeBrCode", () => {
  it("reads the static code printed in the manual", () => {
    const code =
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal" +
      "6008BRASILIA62070503***63041D3D"
    expect(decodeBrCode(code)).toEqual(Result.succeed({ ...plain, name: "Fulano de Tal" }))
  })

  it("reads the dynamic code printed in the manual", () => {
    const code =
      "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR" +
      "5913Fulano de Tal6008BRASILIA62070503***630464E4"
    expect(decodeBrCode(code)).toEqual(
      Result.succeed({
        kind: "dynamic",
        location: "pix.example.com/8b3da2f39a4140d1a91abd93113bd441",
        name: "Fulano de Tal",
        city: "BRASILIA",
        postalCode: null,
      }),
    )
  })

  it("reads the payment of the composite code printed in the manual, and ignores its second location", () => {
    const code =
      "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7" +
      "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558" +
      "pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441"
    expect(decodeBrCode(code)).toEqual(
      Result.succeed({
        kind: "dynamic",
        location: "pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7",
        name: "Fulano de Tal",
        city: "BRASILIA",
        postalCode: null,
      }),
    )
  })

  it("reads everything that a static code can contain", () => {
    const code = codeWith({
      "26": `${gui}${writeTlv("01", "+5511987654321")}${writeTlv("02", "Pedido 42")}`,
      "54": "123.45",
      "61": "01310100",
      "62": writeTlv("05", "ORDER42"),
    })
    expect(decodeBrCode(code)).toEqual(
      Result.succeed({
        ...plain,
        key: "+5511987654321",
        description: "Pedido 42",
        amount: 12_345,
        postalCode: "01310100",
        txid: "ORDER42",
      }),
    )
  })

  it.each([
    ["the GUI in capitals", codeWith({ "26": `${writeTlv("00", "BR.GOV.BCB.PIX")}${writeTlv("01", evp)}` })],
    ["the account behind another arrangement's", codeWith({ "26": "0003abc", "27": `${gui}${writeTlv("01", evp)}` })],
    ["an account that is no template before it", codeWith({ "26": "abc", "51": `${gui}${writeTlv("01", evp)}` })],
    ["a reusable code that says so", codeWith({ "01": "11" })],
    ["a code for one payment", codeWith({ "01": "12" })],
    [
      "objects out of order",
      withChecksum(
        codeWith({})
          .slice(0, -8)
          .replace(/(59.*)(60.*)(62.*)$/u, "$3$2$1"),
      ),
    ],
    ["an object nobody knows", codeWith({ "99": "x" })],
    ["a checksum in lower case", codeWith({}).replace(/.{4}$/u, (checksum) => checksum.toLowerCase())],
  ])("tolerates %s", (_, code) => {
    expect(decodeBrCode(code)).toEqual(Result.succeed(plain))
  })

  it("ignores amount and txid next to a location", () => {
    const account = `${gui}${writeTlv("25", "pix.example.com/1")}`
    const code = codeWith({ "26": account, "54": "1.00", "62": writeTlv("05", "ORDER42") })
    expect(decodeBrCode(code)).toEqual(
      Result.succeed({
        kind: "dynamic",
        location: "pix.example.com/1",
        name: "Fulano",
        city: "BRASILIA",
        postalCode: null,
      }),
    )
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [`${"x".repeat(512)}é`, "characters"],
    [`${"x".repeat(512)}e`, "length"],
    ["x".repeat(512), "structure"],
    ["0002016304ABCD", "checksum 63"],
    [withChecksum("000201"), "not_pix"],
    [codeWith({ "59": "" }), "missing 59"],
    [codeWith({ "59": "x".repeat(26) }), "invalid 59"],
    [codeWith({}), null],
  ] as const

  it.each(rows)("answers %j with %j", (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, refusal]) => refusal?.split(" ").at(0) ?? [])).toEqual(BrCodeFault.literals)
  })

  it.each([
    ["", "structure"],
    [` ${codeWith({})}`, "structure"],
    [`${codeWith({})}\n`, "characters"],
    [codeWith({}).slice(0, -1), "structure"],
    [codeWith({}).slice(0, -8), "structure"],
    [codeWith({}).slice(6), "structure"],
    [codeWith({ "00": "02" }), "invalid 00"],
    [codeWith({ "01": "13" }), "invalid 01"],
    [codeWith({ "52": "" }), "missing 52"],
    [codeWith({ "52": "12" }), "invalid 52"],
    [codeWith({ "53": "" }), "missing 53"],
    [codeWith({ "53": "840" }), "invalid 53"],
    [codeWith({ "54": "1" }), "invalid 54"],
    [codeWith({ "54": "1.5" }), "invalid 54"],
    [codeWith({ "54": "1,50" }), "invalid 54"],
    [codeWith({ "54": "0.00" }), "invalid 54"],
    [codeWith({ "54": "12345678901.00" }), "invalid 54"],
    [codeWith({ "58": "" }), "missing 58"],
    [codeWith({ "58": "US" }), "invalid 58"],
    [codeWith({ "60": "" }), "missing 60"],
    [codeWith({ "60": "x".repeat(16) }), "invalid 60"],
    [codeWith({ "61": "1310100" }), "invalid 61"],
    [codeWith({ "62": "" }), "missing 62"],
    [codeWith({ "62": "abc" }), "invalid 62"],
    [codeWith({ "62": writeTlv("06", "x") }), "missing 62-05"],
    [codeWith({ "62": writeTlv("05", "abc-123") }), "invalid 62-05"],
    [codeWith({ "26": "" }), "not_pix"],
    [codeWith({ "26": `${writeTlv("00", "br.gov.bcb.pox")}${writeTlv("01", evp)}` }), "not_pix"],
    [codeWith({ "26": "", "52": `${gui}${writeTlv("01", evp)}` }), "not_pix"],
    [codeWith({ "26": gui }), "missing 26-01"],
    [codeWith({ "26": `${gui}${writeTlv("01", "Fulano@Example.com")}` }), "invalid 26-01"],
    [codeWith({ "26": `${gui}${writeTlv("25", "https://pix.example.com/1")}` }), "invalid 26-25"],
    [codeWith({ "26": `${gui}${writeTlv("01", "a@b.c")}${writeTlv("25", "pix.example.com/1")}` }), "invalid 26"],
  ])("answers %j with %j", (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal)
  })

  // A value with the right beginning or end only.
  it.each([
    ["00", "101", "010"],
    ["01", "211", "113"],
    ["52", "00000", "0000x"],
    ["53", "1986", "9860"],
    ["58", "ABR", "BRA"],
  ])("requires the whole value of object %s to match", (id, before, after) => {
    expect(refusalOf(codeWith({ [id]: before }))).toBe(`invalid ${id}`)
    expect(refusalOf(codeWith({ [id]: after }))).toBe(`invalid ${id}`)
  })

  it("finds the account only in the objects from 26 to 51", () => {
    const account = `${gui}${writeTlv("01", evp)}`
    expect(refusalOf(codeWith({ "26": "", "25": account }))).toBe("not_pix")
    expect(refusalOf(codeWith({ "26": "", "51": account }))).toBeNull()
    expect(refusalOf(codeWith({ "26": "", "80": account }))).toBe("not_pix")
    expect(refusalOf(codeWith({ "26": writeTlv("01", evp) }))).toBe("not_pix")
  })
})
