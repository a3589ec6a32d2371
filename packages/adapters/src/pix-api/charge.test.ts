import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { chargeFrom } from "./charge.ts"
import { decodeCharge } from "./wire.ts"

const receiver = { name: "Padaria São João", city: "São Paulo" }

const wire = {
  txid: "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
  status: "ATIVA",
  calendario: { criacao: "2026-11-27T12:00:00.000Z", expiracao: 3_600 },
  valor: { original: "123.45" },
  location: "pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25",
}

const payment = (devolucoes: ReadonlyArray<object> = []) => ({
  endToEndId: "E12345678202611271200abcdefghijk",
  valor: "123.45",
  horario: "2026-11-27T12:30:00-03:00",
  devolucoes,
})

const shown = (changed: object) =>
  Option.getOrNull(Option.map(decodeCharge({ ...wire, ...changed }), (read) => chargeFrom(read, "pix", receiver)))

describe("a charge", () => {
  it("can be paid until its seconds have passed", () => {
    expect(shown({})).toMatchObject({
      fact: "open",
      amount: 12_345,
      report: { instrument: { expiresAt: Date.parse("2026-11-27T13:00:00Z") } },
    })
  })

  it.each([
    ["numbers written as text", { calendario: { ...wire.calendario, expiracao: "3600" } }],
    ["a location of its place alone", { location: null, loc: { location: wire.location } }],
    ["a location with a scheme", { location: `https://${wire.location}` }],
    ["a field that nobody knows", { novidade: { a: 1 } }],
  ])("may have %s", (_, changed) => {
    expect(shown(changed)).toEqual(shown({}))
  })

  it.each([
    ["a status that nobody knows", { status: "SUSPENSA" }],
    ["an amount with one decimal", { valor: { original: "123.4" } }],
    ["an amount below zero", { valor: { original: "-1.00" } }],
    ["a key that is none", { txid: "123" }],
    ["a time without a zone", { calendario: { ...wire.calendario, criacao: "2026-11-27T12:00:00" } }],
    ["seconds below zero", { calendario: { ...wire.calendario, expiracao: -1 } }],
    ["more seconds than the API has", { calendario: { ...wire.calendario, expiracao: 2 ** 31 } }],
    ["no end", { calendario: { criacao: wire.calendario.criacao } }],
  ])("is not read with %s", (_, changed) => {
    expect(shown(changed)).toBeNull()
  })

  it.each([
    ["second", { criacao: "9999-12-31T23:59:59Z", expiracao: 2 ** 31 - 1 }],
    ["day", { criacao: "2026-11-27T12:00:00Z", dataDeVencimento: "9999-12-31" }],
  ])("may end with the last possible %s", (_, calendario) => {
    const instrument = shown({ calendario })?.report.instrument
    expect(instrument?._tag === "pix" && new Date(instrument.expiresAt).getUTCFullYear()).toBe(9999)
  })

  it("has no code if there is neither one nor a location", () => {
    expect(shown({ location: null })?.report).toEqual({ tid: wire.txid })
  })

  it("received the requested amount if its payment is not shown", () => {
    expect(shown({ status: "CONCLUIDA" })).toMatchObject({ fact: "confirmed", report: { captured: 12_345 } })
  })

  it("received the paid amount, if that is larger or comes after a removal", () => {
    const pix = [{ ...payment(), valor: "130.00" }]
    expect(shown({ status: "REMOVIDA_PELO_PSP", pix })).toMatchObject({
      fact: "confirmed",
      report: { captured: 13_000 },
      payments: [{ amount: 13_000, at: Date.parse("2026-11-27T15:30:00Z") }],
    })
  })

  it("can be withdrawn by either side", () => {
    expect(shown({ status: "REMOVIDA_PELO_PSP" })?.fact).toBe("voided")
    expect(shown({ status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })?.fact).toBe("voided")
  })

  it("has refunds, and separate disputes", () => {
    const returned = { rtrId: "D12345678202611271200abcdefghijk", valor: "10.00" }
    const devolucoes = [
      { ...returned, id: "a", status: "DEVOLVIDO" },
      { ...returned, id: "b", status: "EM_ANALISE", natureza: "ORIGINAL" },
      { ...returned, id: "c", status: "NAO_REALIZADO", motivo: "Saldo insuficiente" },
      { ...returned, id: "d", status: "EM_PROCESSAMENTO", natureza: "MED_FRAUDE" },
      { ...returned, id: "e", status: "NAO_REALIZADO", natureza: "MED_OPERACIONAL" },
    ]
    const charge = shown({ status: "CONCLUIDA", pix: [payment(devolucoes)] })
    expect(charge?.refunds).toEqual([
      { key: "a", amount: 1_000, fact: "settled", report: {} },
      { key: "b", amount: 1_000, fact: "processing", report: {} },
      { key: "c", amount: 1_000, fact: "failed", report: { reason: "Saldo insuficiente" } },
    ])
    expect(charge?.disputes).toEqual([{ key: returned.rtrId, amount: 1_000 }])
  })
})
