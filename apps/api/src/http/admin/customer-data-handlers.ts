/** Exports and erases a customer's stored data. The command line does the same. */
import {
  type CustomerExport,
  eraseCustomerOnce,
  exportCustomer,
  operatorScope,
  previewErasure,
} from "@vintem/application"
import {
  BackOffice,
  customerIdFromPath,
  erasedCustomerView,
  erasurePreviewView,
  NotFound,
  notErased,
} from "@vintem/contract"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { compact, customerDataText } from "../../customer-data-text.ts"
import { answerText } from "../edge/body/answers.ts"
import { tooManyRequests } from "../edge/limits/rate-limit.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation, unread } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"
import { ExportsUnderWay } from "./exports-under-way.ts"

export const customerData = HttpApiBuilder.group(BackOffice, "customerData", (handlers) =>
  handlers
    .handleRaw("export", ({ params }) => exportData(params))
    .handle("previewErasure", ({ params }) => preview(params))
    .handleRaw("erase", ({ params }) => eraseData(params), uninterruptible),
)

/** The path's parameters, unparsed. */
interface OfCustomer extends OfCompany {
  readonly customer: string
}

const orNotFound = { NoSuchCustomer: () => new NotFound() }

/** The customer in a path. */
export const customerIn = ({ customer }: Pick<OfCustomer, "customer">) =>
  Effect.mapError(Effect.fromOption(customerIdFromPath(customer)), () => new NotFound())

/** Seconds before an export may be requested again, if others are in progress. */
const waitSeconds = 10

/** Streams the data while reading it. A failed read closes the connection: half an answer would be taken for all. */
const exportData = (params: OfCustomer) =>
  Effect.gen(function* () {
    const { base } = yield* PublicUrl
    const { begin } = yield* ExportsUnderWay
    const { id: company } = yield* companyOf(params)
    const customer = yield* customerIn(params)
    const exported = yield* exportCustomer({ company, customer })
    if (!(yield* begin(company))) return tooManyRequests(waitSeconds)
    const text = Stream.make('{"data":').pipe(
      Stream.concat(customerDataText(exported, base, compact)),
      Stream.concat(Stream.make("}")),
      Stream.tapError((error) => Effect.logError("storage failed", error)),
      Stream.encodeText,
      Stream.provideContext(yield* Effect.context<Stream.Services<CustomerExport["pieces"]>>()),
    )
    return HttpServerResponse.stream(text, { contentType: "application/json" })
  }).pipe(Effect.catchTags(orNotFound), orServerError)

const preview = (params: OfCustomer) =>
  Effect.gen(function* () {
    const { id: company } = yield* companyOf(params)
    const customer = yield* customerIn(params)
    return { data: erasurePreviewView(yield* previewErasure({ company, customer })) }
  }).pipe(Effect.catchTags(orNotFound), orServerError)

/** A refusal is not stored under the key: the caller can remove its reason and send the same request again. */
const eraseData = (params: OfCustomer) =>
  operation(
    { body: unread, isOptional: true },
    Effect.fnUntraced(function* ({ keyed }) {
      const { id: company } = yield* companyOf(params)
      const customer = yield* customerIn(params)
      const answer = yield* eraseCustomerOnce(
        { company, customer },
        {
          keyed: keyed(operatorScope(company)),
          encode: (erased) => answerText(200, { data: erasedCustomerView(customer, erased) }),
        },
        ({ why }) => notErased(why),
      )
      yield* Effect.logInfo("a customer was erased", { company, customer })
      return answer
    }),
  ).pipe(Effect.catchTags(orNotFound))
