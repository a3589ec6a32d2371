/** A charge in the form of an API Pix request. */
import { type Instant, isBefore, type LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import type { CustomerDetails } from "@vintem/domain/customer"
import { documentKind } from "@vintem/domain/documents"
import { type Centavos, centavos, decimalString } from "@vintem/domain/money"
import type { PixKey } from "@vintem/domain/pix"
import * as Result from "effect/Result"
import { ChargeRefused, type NewCharge } from "../psp/psp.ts"
import type { PixMethod, WireNewCharge } from "./wire.ts"

/** Refuses a charge that the API cannot express. */
export const wireChargeOf = (
  { order, amount, means, payer }: NewCharge,
  chave: PixKey,
  now: Instant,
): Result.Result<WireNewCharge, ChargeRefused> => {
  if (amount > amountMax) return refused("amount_out_of_range")
  const told = {
    valor: { original: decimalString(amount) },
    chave,
    infoAdicionais: [{ nome: orderField, valor: order }],
  }
  switch (means._tag) {
    case "pix": {
      const expiracao = Math.floor((means.expiresAt - now) / 1_000)
      return expiracao < 1 || expiracao > secondsMax
        ? refused("due_date_out_of_range")
        : Result.succeed({ calendario: { expiracao }, ...told })
    }
    case "pix_due":
      return isBefore(means.dueDate, saoPauloDate(now))
        ? refused("due_date_out_of_range")
        : Result.succeed({ calendario: payableUntil(means.dueDate), devedor: debtorOf(payer), ...told })
    default:
      return refused("unknown_method")
  }
}

/**
 * A charge that nobody should pay. It is made under an unused key and removed at once, so that the key is used up. Null if the
 * API requires a payer, and none is known.
 */
export const fenceOf = (
  method: PixMethod,
  payer: CustomerDetails | null,
  chave: PixKey,
  now: Instant,
): WireNewCharge | null => {
  const told = { valor: { original: decimalString(fenceAmount) }, chave, infoAdicionais: [fenceMark] }
  if (method === "pix") return { calendario: { expiracao: 1 }, ...told }
  return payer === null ? null : { calendario: payableUntil(saoPauloDate(now)), devedor: debtorOf(payer), ...told }
}

const payableUntil = (dataDeVencimento: LocalDate) => ({ dataDeVencimento, validadeAposVencimento: 0 })

/** Everybody with the code can read the payer's name. The API requires it only with a due date. */
const debtorOf = ({ document, fullname }: CustomerDetails) => ({
  ...(documentKind(document) === "cpf" ? { cpf: document } : { cnpj: document }),
  nome: fullname,
})

/** The field that shows the order to payers. */
export const orderField = "Pedido"

export const fenceMark = { nome: "Vintem", valor: "chave anulada" } as const

/** An amount that nobody pays by mistake. */
const fenceAmount = centavos(99_999_999)

/** Ten digits of reais. */
const amountMax: Centavos = centavos(999_999_999_999)

/** An `int32`. */
const secondsMax = 2 ** 31 - 1

const refused = (reason: string) => Result.fail(new ChargeRefused({ reason }))
