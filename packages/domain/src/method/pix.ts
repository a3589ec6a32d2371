/**
 * Pix: a code that the payer scans or copies, and pays within minutes.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"
import { millisecondsPerDay } from "../calendar/local-date.ts"
import { endOfDayExclusive } from "../calendar/sao-paulo.ts"
import { singlePayment } from "../installments/installment-count.ts"
import { decodeBrCode } from "../pix/decode.ts"
import { wrong, wrongBy } from "./instrument-fault.ts"
import type { IssuedRules, IssuedTerms, Judge, MethodRules } from "./method-rules.ts"

/** What is issued. `code` is the copy-and-paste text of the QR code. */
export const pixFields = { code: Schema.String, expiresAt: Instant }

type Pix = Schema.Struct.Type<typeof pixFields>

/** What an acquirer is asked to issue. */
export interface PixMeans extends Pick<Pix, "expiresAt"> {
  readonly _tag: "pix"
}

/** A refund (devolução) goes back by Pix within 90 days. Payers dispute by the special return mechanism (MED). */
export const pixRules: MethodRules = {
  title: { "pt-BR": "Pix", en: "Pix" },
  offeredAs: 1,
  namesAddress: false,
  amountMax: null,
  installmentsMax: singlePayment,
  needsPayer: true,
  refundWay: "reversal",
  refundWindowMillis: 90 * millisecondsPerDay,
  isDisputable: true,
}

export const pixTerms: IssuedTerms = {
  demoFee: { percent: 99, fixed: 0 },
  expiration: { unit: "minutes", min: 1, max: 43_200, usual: 10 },
}

/** A Pix ends at the instant it says. */
export const issuedPix: IssuedRules<Pix, PixMeans> = {
  meansFor: (minutes, now) => ({ _tag: "pix", expiresAt: instant(now + minutes * 60_000) }),
  meansDueOn: (day) => ({ _tag: "pix", expiresAt: endOfDayExclusive(day) }),
  lastDay: (dueOn) => dueOn,
  expiryOf: ({ expiresAt }) => expiresAt,
  textOf: ({ code }) => code,
  contentOf: ({ code, expiresAt }) => `${expiresAt} ${code}`,
}

/**
 * A dynamic code needs no amount, for its location answers it, and banks pass over one that it has. A static code has to name the amount:
 * otherwise the payer is asked how much.
 */
export const judgedPix: Judge<Pix> = (pix, { amount }) =>
  Result.gen(function* () {
    const code = yield* Result.mapError(decodeBrCode(pix.code), ({ reason, object }) =>
      wrongBy("code", object === null ? reason : `${reason} ${object}`),
    )
    if (code.kind === "static" && code.amount !== amount) return yield* wrong("amount", "object 54")
    return pix
  })
