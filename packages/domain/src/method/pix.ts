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

/** The fields of a Pix. `code` is the copy-and-paste text of the QR code. */
export const pixFields = { code: Schema.String, expiresAt: Instant }

type Pix = Schema.Struct.Type<typeof pixFields>

/** The Pix that the acquirer has to issue. */
export interface PixMeans extends Pick<Pix, "expiresAt"> {
  readonly _tag: "pix"
}

/** A refund (devolução) is possible by Pix within 90 days. Payers dispute by the special return mechanism (MED). */
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

/** A Pix ends at its own instant. */
export const issuedPix: IssuedRules<Pix, PixMeans> = {
  meansFor: (minutes, now) => ({ _tag: "pix", expiresAt: instant(now + minutes * 60_000) }),
  meansDueOn: (day) => ({ _tag: "pix", expiresAt: endOfDayExclusive(day) }),
  lastDay: (dueOn) => dueOn,
  expiryOf: ({ expiresAt }) => expiresAt,
  textOf: ({ code }) => code,
  contentOf: ({ code, expiresAt }) => `${expiresAt} ${code}`,
}

/**
 * A dynamic code needs no amount: its URL returns the amount, and banks ignore one in the code. A static code needs the
 * amount: otherwise the bank asks the payer for it.
 */
export const judgedPix: Judge<Pix> = (pix, { amount }) =>
  Result.gen(function* () {
    const code = yield* Result.mapError(decodeBrCode(pix.code), ({ reason, object }) =>
      wrongBy("code", object === null ? reason : `${reason} ${object}`),
    )
    if (code.kind === "static" && code.amount !== amount) return yield* wrong("amount", "object 54")
    return pix
  })
