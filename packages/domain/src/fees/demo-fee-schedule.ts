/** The fees of a company without an agreement of its own. */
import * as Schema from "effect/Schema"
import { issuedTerms } from "../method/methods.ts"
import { forEachIssuedMethod } from "../method/payment-method.ts"
import { FeeSchedule } from "./fee-schedule.ts"

/** The fees of a new company: Pix 0.99 %, slip R$ 3.49, credit by bracket plus R$ 0.39, interest of 2.99 % a month. */
export const demoFeeSchedule = Schema.decodeSync(FeeSchedule)({
  ...forEachIssuedMethod((method) => issuedTerms[method].demoFee),
  credit: [
    { upTo: 1, percent: 399, fixed: 39 },
    { upTo: 6, percent: 949, fixed: 39 },
    { upTo: 12, percent: 1_599, fixed: 39 },
  ],
  interest: 299,
})
