/** The open payments of an order, each shown in its method's way. */
import type { PayerOrderView, SlipParties } from "@vintem/contract"
import { type IssuedMethod, issuedMethods } from "@vintem/domain/method"
import type { Html } from "../html/html.ts"
import type { Words } from "../text/words.ts"
import { pixPart } from "./pix-part.ts"
import { slipPart } from "./slip-part.ts"

/** Further data of a part. */
interface Around {
  /** `YYYY-MM-DD HH:MM:SS` of São Paulo */
  readonly now: string
  readonly parties: SlipParties
  readonly words: Words
}

type Open<Method extends IssuedMethod> = NonNullable<PayerOrderView[Method]>

const parts: { readonly [Method in IssuedMethod]: (open: Open<Method>, around: Around) => Html } = {
  pix: (open, { now, words }) => pixPart(open, now, words),
  bank_slip: (open, { parties, words }) => slipPart(open, parties, words),
}

/** The methods that have an open Pix or slip. */
export const openMethods = (order: Pick<PayerOrderView, IssuedMethod>): ReadonlyArray<IssuedMethod> =>
  issuedMethods.filter((method) => order[method] !== null)

export const openParts = (order: PayerOrderView, around: Around): ReadonlyArray<Html> =>
  issuedMethods.flatMap((method) => openPart(method, order, around))

const openPart = <Method extends IssuedMethod>(
  method: Method,
  order: PayerOrderView,
  around: Around,
): ReadonlyArray<Html> => {
  const open = order[method]
  return open === null ? [] : [parts[method](open, around)]
}
