/** Translates a charge of API Pix into the port's terms. */
import { endOfDayExclusive, type Instant, instant, instantMax } from "@vintem/domain/calendar"
import { CaseKey, OrderNumber } from "@vintem/domain/identifiers"
import { total } from "@vintem/domain/money"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { PspCharge, PspDispute, PspPayment, PspRefund } from "../psp/psp.ts"
import { fenceMark, orderField } from "./new-charge.ts"
import type { PixAccount } from "./pix-account.ts"
import type { PixMethod, WireCharge, WirePayment, WireRefund } from "./wire.ts"

/**
 * Money outweighs the status: a payment that was in flight arrives after a removal (bacen/pix-api, issues 324 and 596).
 *
 * A paid charge without a shown payment received the requested amount: the payer's bank takes it from the charge.
 */
export const chargeFrom = (wire: WireCharge, method: PixMethod, receiver: PixAccount["receiver"]): PspCharge => {
  const received = wire.pix ?? []
  const isPaid = wire.status === "CONCLUIDA" || received.length > 0
  const amount = wire.valor.original
  const captured = received.length > 0 ? total(received.map(({ valor }) => valor)) : amount
  const isOpen = !isPaid && wire.status === "ATIVA"
  const code = isOpen ? codeOf(wire, receiver) : null
  const returns = received.flatMap(({ devolucoes }) => devolucoes ?? [])
  return {
    key: wire.txid,
    method,
    order: orderOf(wire),
    amount,
    madeAt: wire.calendario.criacao,
    fact: isPaid ? "confirmed" : isOpen ? "open" : "voided",
    report: {
      tid: wire.txid,
      ...(isPaid ? { captured } : {}),
      ...(code === null ? {} : { instrument: { _tag: "pix", code, expiresAt: endOf(wire) } }),
    },
    payments: received.map(paymentFrom),
    refunds: returns.filter((one) => !isDispute(one)).map(refundFrom),
    disputes: returns.flatMap(disputesFrom),
    isFence: (wire.infoAdicionais ?? []).some(
      ({ nome, valor }) => nome === fenceMark.nome && valor === fenceMark.valor,
    ),
  }
}

/** An unknown status counts as not final. */
export const refundFrom = ({ id, valor, status, motivo }: WireRefund): PspRefund => ({
  key: id,
  amount: valor,
  fact: status === "DEVOLVIDO" ? "settled" : status === "NAO_REALIZADO" ? "failed" : "processing",
  report: status === "NAO_REALIZADO" ? { reason: motivo ?? status } : {},
})

const paymentFrom = ({ endToEndId, valor, horario }: WirePayment): PspPayment => ({
  id: endToEndId,
  amount: valor,
  at: horario,
})

/** The special return mechanism (MED) takes money back as a refund of its own nature. */
const isDispute = ({ natureza }: WireRefund): boolean => natureza?.startsWith("MED_") ?? false

const disputesFrom = (wire: WireRefund): ReadonlyArray<PspDispute> =>
  isDispute(wire) && wire.status !== "NAO_REALIZADO"
    ? [{ key: CaseKey.make(wire.rtrId ?? wire.id), amount: wire.valor }]
    : []

const endOf = ({ calendario }: WireCharge): Instant =>
  "expiracao" in calendario
    ? instant(Math.min(instantMax, calendario.criacao + calendario.expiracao * 1_000))
    : endOfDayExclusive(calendario.dataDeVencimento)

/** Null if the institution gives neither the code nor the location of the charge. */
const codeOf = ({ pixCopiaECola, location, loc }: WireCharge, receiver: PixAccount["receiver"]): string | null => {
  if (pixCopiaECola) return pixCopiaECola
  const place = decodeLocation((location ?? loc?.location ?? "").replace(/^https:\/\//u, ""))
  return Option.getOrNull(
    Option.flatMap(place, (found) =>
      Result.getSuccess(encodeDynamicCode({ ...receiver, postalCode: null, location: found })),
    ),
  )
}

const orderOf = ({ infoAdicionais }: WireCharge): OrderNumber | null =>
  Option.getOrNull(decodeOrder((infoAdicionais ?? []).find(({ nome }) => nome === orderField)?.valor))

const decodeLocation = Schema.decodeUnknownOption(PixLocation)
const decodeOrder = Schema.decodeUnknownOption(OrderNumber)
