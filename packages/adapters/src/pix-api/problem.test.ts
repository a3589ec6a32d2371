import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { problemIn } from "./problem.ts"
import { efi, standard } from "./profile.ts"

const type = (name: string) => `https://pix.bcb.gov.br/api/v2/error/${name}`

describe("an answer that is no success", () => {
  it.each([
    ["names the missing charge", standard, 404, { type: type("CobNaoEncontrado"), status: 404 }, "no_charge"],
    ["names something that is missing", standard, 404, { type: type("NaoEncontrado") }, "no_charge"],
    ["names the missing refund", standard, 404, { type: type("PixDevolucaoNaoEncontrada") }, "no_refund"],
    ["names a charge that cannot be changed", standard, 400, { type: type("CobOperacaoInvalida") }, "taken"],
    ["names the scope", standard, 403, { type: type("AcessoNegado") }, "scope"],
    ["names the missing charge by Efí", efi, 400, { nome: "cobranca_nao_encontrada" }, "no_charge"],
    ["names the charge that is there by Efí", efi, 409, { nome: "txid_duplicado" }, "taken"],
    ["names the missing cobv by Efí", efi, 404, { type: type("NaoEncontrado"), status: 404 }, "no_charge"],
    ["names the Pix key by Efí", efi, 400, { nome: "chave_invalida" }, "pix_key"],
  ] as const)("%s", (_, profile, status, body, meaning) => {
    expect(Option.getOrNull(problemIn(profile, { status, body }))?.meaning).toBe(meaning)
  })

  it.each([
    ["is a page", standard, 404, null],
    ["names nothing", standard, 404, {}],
    ["is of another kind", standard, 404, { type: "about:blank", status: 404 }],
    ["has a name without its place", standard, 404, { type: "NaoEncontrado" }],
    ["contradicts its status", standard, 404, { type: type("CobNaoEncontrado"), status: 400 }],
    ["has the status of another error", standard, 503, { type: type("CobNaoEncontrado") }],
    ["is of another payload", standard, 404, { type: type("CobPayloadNaoEncontrado") }],
    ["speaks of Efí at another institution", standard, 400, { nome: "cobranca_nao_encontrada" }],
    ["has the error of a missing charge with a 500", efi, 500, { nome: "cobranca_nao_encontrada" }],
  ] as const)("says nothing about the charge if it %s", (_, profile, status, body) => {
    expect(problemIn(profile, { status, body })).toEqual(Option.none())
  })

  it("names its fields, and never their values", () => {
    const violacoes = [
      { razao: "O CPF 52998224725 é inválido", propriedade: "cob.devedor", valor: "52998224725" },
      { razao: "", propriedade: "52998224725" },
      { propriedade: "cob.devedor" },
    ]
    const body = { type: type("CobOperacaoInvalida"), violacoes }
    expect(problemIn(standard, { status: 400, body })).toEqual(
      Option.some({ meaning: "taken", reason: "CobOperacaoInvalida cob.devedor" }),
    )
  })

  it("is about the account if it is about the Pix key", () => {
    const body = { type: type("CobVOperacaoInvalida"), violacoes: [{ propriedade: "cobv.chave" }] }
    expect(Option.getOrThrow(problemIn(standard, { status: 400, body })).meaning).toBe("pix_key")
  })
})
