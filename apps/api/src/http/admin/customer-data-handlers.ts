/**
 * A customer's stored data, and its erasure. The command line does the same.
 */
import { eraseCustomer, exportCustomer, once, previewErasure } from "@vintem/application"
import {
  BackOffice,
  customerDataView,
  customerIdFromPath,
  erasedCustomerView,
  erasurePreviewView,
  NotFound,
  notErased,
} from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { PersonRecords } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText } from "../edge/answers.ts"
import { companyScope, linkScope, operatorScope, orderScope } from "../edge/keyed.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operation, unread } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"

export const customerData = HttpApiBuilder.group(BackOffice, "customerData", (handlers) =>
  handlers
    .handle("export", ({ params }) => exportData(params))
    .handle("previewErasure", ({ params }) => preview(params))
    .handleRaw("erase", ({ params }) => eraseData(params), { uninterruptible: true }),
)

/** The parameters of the path, as they were sent. */
interface OfCustomer extends OfCompany {
  readonly customer: string
}

/** Under which scopes answers may be kept that show a customer: those of the company, and those of what they pay without credentials. */
export const scopesOf =
  (company: CompanyId) =>
  ({ links, orders }: PersonRecords): ReadonlyArray<string> => [
    companyScope(company),
    operatorScope(company),
    ...orders.flatMap(({ order: { details } }) => [
      orderScope(details.publicKey),
      ...(details.paymentLink === undefined ? [] : [linkScope(company, details.paymentLink)]),
    ]),
    ...links.map(({ details }) => linkScope(company, details.slug)),
  ]

const orNotFound = { NoSuchCustomer: () => new NotFound() }

/** The customer of a path. */
export const customerIn = ({ customer }: Pick<OfCustomer, "customer">) =>
  Effect.mapError(Effect.fromOption(customerIdFromPath(customer)), () => new NotFound())

const exportData = (params: OfCustomer) =>
  Effect.gen(function* () {
    const { base } = yield* PublicUrl
    const { id: company } = yield* companyOf(params)
    const customer = yield* customerIn(params)
    return { data: customerDataView(yield* exportCustomer({ company, customer }), base) }
  }).pipe(Effect.catchTags(orNotFound), orServerError)

const preview = (params: OfCustomer) =>
  Effect.gen(function* () {
    const { id: company } = yield* companyOf(params)
    const customer = yield* customerIn(params)
    return { data: erasurePreviewView(yield* previewErasure({ company, customer })) }
  }).pipe(Effect.catchTags(orNotFound), orServerError)

/** A refusal is not stored under the key: the caller can end what prevents it and send the same request again. */
const eraseData = (params: OfCustomer) =>
  operation(
    { body: unread, isOptional: true },
    Effect.fnUntraced(function* ({ keyed }) {
      const { id: company } = yield* companyOf(params)
      const customer = yield* customerIn(params)
      const erased = Effect.gen(function* () {
        const outcome = yield* eraseCustomer({ company, customer, scopesOf: scopesOf(company) })
        if (outcome._tag === "Refused") return yield* Effect.fail(notErased(outcome.why))
        return answerText(200, { data: erasedCustomerView(customer, outcome) })
      })
      const answer = yield* once(keyed(operatorScope(company)), erased)
      yield* Effect.logInfo("a customer was erased", { company, customer })
      return answer
    }),
  ).pipe(Effect.catchTags(orNotFound))
