/**
 * The differences between institutions and API Pix 2.9.0, one small table each.
 *
 * A new institution begins as `standard`. Add only differences that its documentation or its sandbox shows, and name
 * the source.
 *
 * @see docs/pix-api.md
 */

/**
 * The meaning of an error, whatever its name. `taken`: the request does not fit the existing object, or breaks a rule;
 * a lookup decides which. `refused`: it breaks a rule.
 */
export type Meaning = "no_charge" | "no_refund" | "taken" | "refused" | "scope" | "pix_key" | "blocked"

export interface Profile {
  readonly name: string
  /** The form of a token request. `form` names the scopes, `json` leaves them to the institution. */
  readonly tokenRequest: "form" | "json"
  /** By HTTP status and the error's name. An unlisted error says nothing about the charge. */
  readonly meanings: Readonly<Record<string, Meaning>>
}

/** The published API Pix 2.9.0: "Tratamento de erros" in its OpenAPI document. */
export const standard: Profile = {
  name: "standard",
  tokenRequest: "form",
  meanings: {
    "404 CobNaoEncontrado": "no_charge",
    "404 CobVNaoEncontrada": "no_charge",
    "404 NaoEncontrado": "no_charge",
    "404 PixDevolucaoNaoEncontrada": "no_refund",
    "400 CobOperacaoInvalida": "taken",
    "400 CobVOperacaoInvalida": "taken",
    "400 PixDevolucaoInvalida": "taken",
    "400 RequisicaoInvalida": "refused",
    "403 AcessoNegado": "scope",
  },
}

/**
 * Efí, by its documentation (dev.efipay.com.br: "Cobranças imediatas", "Gestão de Pix") and by its SDK
 * (efipay/sdk-node-apis-efi, `src/wrapper.ts`): errors of `cob` and `pix` are `{nome, mensagem}`, a missing charge is a
 * 400, and an existing one a 409. Errors of `cobv` are the standard's ("Cobranças com vencimento"). None of this was
 * tried at Efí.
 */
export const efi: Profile = {
  name: "efi",
  tokenRequest: "json",
  meanings: {
    ...standard.meanings,
    "400 cobranca_nao_encontrada": "no_charge",
    "404 cobranca_nao_encontrada": "no_charge",
    "400 devolucao_nao_encontrada": "no_refund",
    "404 devolucao_nao_encontrada": "no_refund",
    "409 txid_duplicado": "taken",
    "400 status_cobranca_invalido": "taken",
    "409 devolucao_id_duplicado": "taken",
    "400 valor_invalido": "refused",
    "400 pix_nao_encontrado": "refused",
    "400 chave_invalida": "pix_key",
    "400 documento_bloqueado": "blocked",
  },
}
