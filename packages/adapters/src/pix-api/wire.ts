/**
 * The parts of API Pix's answers that are read here, and the request for a charge.
 *
 * Institutions may add fields and values (API Pix, "Evolução da API Pix"): unknown fields are skipped, and an unknown
 * value that affects money makes the answer unreadable.
 *
 * @see https://github.com/bacen/pix-api, 2.9.0
 */
import { Instant, instant, instantMax, LocalDate } from "@vintem/domain/calendar"
import { AttemptKey, CaseKey, RefundKey } from "@vintem/domain/identifiers"
import { Centavos, centavos, decimalString, parseDecimal } from "@vintem/domain/money"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

/** Reais with two decimals, "39.90"; never negative. */
const Amount = Schema.String.check(Schema.isPattern(/^[0-9]{1,10}\.[0-9]{2}$/u)).pipe(
  Schema.decodeTo(Centavos, {
    decode: SchemaGetter.transform((text: string) => Result.getOrElse(parseDecimal(text), () => centavos(0))),
    encode: SchemaGetter.transform((amount: number) => decimalString(centavos(amount))),
  }),
)

const rfc3339 = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/u

const isTime = (text: string): boolean => {
  const millis = Date.parse(text)
  return rfc3339.test(text) && millis >= 0 && millis <= instantMax
}

const Time = Schema.String.check(Schema.makeFilter(isTime, { expected: "a time of RFC 3339 from 1970 on" })).pipe(
  Schema.decodeTo(Instant, {
    decode: SchemaGetter.transform((text: string) => instant(Math.floor(Date.parse(text)))),
    encode: SchemaGetter.transform((millis: number) => new Date(millis).toISOString()),
  }),
)

/** Efí writes this number as a number and as text. */
export const Seconds = Schema.Union([Schema.Int, Schema.FiniteFromString.check(Schema.isInt())]).check(
  Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }),
)

const Refund = Schema.Struct({
  id: RefundKey,
  rtrId: Schema.optionalKey(Schema.NullOr(CaseKey)),
  valor: Amount,
  natureza: Schema.optionalKey(Schema.NullOr(Schema.String)),
  status: Schema.String,
  motivo: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
export type WireRefund = typeof Refund.Type

const Payment = Schema.Struct({
  endToEndId: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{32}$/u)),
  valor: Amount,
  horario: Time,
  devolucoes: Schema.optionalKey(Schema.NullOr(Schema.Array(Refund))),
})
export type WirePayment = typeof Payment.Type

/**
 * `expiracao` for a charge that can be paid for some seconds, `dataDeVencimento` for one that can be paid until a day.
 */
const Times = Schema.Union([
  Schema.Struct({ criacao: Time, expiracao: Seconds }),
  Schema.Struct({ criacao: Time, dataDeVencimento: LocalDate }),
])

const Charge = Schema.Struct({
  txid: AttemptKey,
  status: Schema.Literals(["ATIVA", "CONCLUIDA", "REMOVIDA_PELO_USUARIO_RECEBEDOR", "REMOVIDA_PELO_PSP"]),
  calendario: Times,
  valor: Schema.Struct({ original: Amount }),
  location: Schema.optionalKey(Schema.NullOr(Schema.String)),
  loc: Schema.optionalKey(Schema.NullOr(Schema.Struct({ location: Schema.optionalKey(Schema.NullOr(Schema.String)) }))),
  pixCopiaECola: Schema.optionalKey(Schema.NullOr(Schema.String)),
  infoAdicionais: Schema.optionalKey(
    Schema.NullOr(Schema.Array(Schema.Struct({ nome: Schema.String, valor: Schema.String }))),
  ),
  pix: Schema.optionalKey(Schema.NullOr(Schema.Array(Payment))),
})
export type WireCharge = typeof Charge.Type

const Charges = Schema.Struct({
  parametros: Schema.Struct({
    paginacao: Schema.Struct({ quantidadeDePaginas: Schema.Int, quantidadeTotalDeItens: Schema.Int }),
  }),
  cobs: Schema.Array(Charge),
})

export const decodeCharge = Schema.decodeUnknownOption(Charge)
export const decodeCharges = Schema.decodeUnknownOption(Charges)
export const decodeRefund = Schema.decodeUnknownOption(Refund)

/** The resources of charges, by our names of the methods. */
export const resources = { pix: "cob", pix_due: "cobv" } as const

export type PixMethod = keyof typeof resources

/** The body of a request for a charge. */
export interface WireNewCharge {
  readonly calendario:
    | { readonly expiracao: number }
    | { readonly dataDeVencimento: LocalDate; readonly validadeAposVencimento: number }
  readonly devedor?: { readonly nome: string } & ({ readonly cpf: string } | { readonly cnpj: string })
  readonly valor: { readonly original: string }
  readonly chave: string
  readonly infoAdicionais: ReadonlyArray<{ readonly nome: string; readonly valor: string }>
}
