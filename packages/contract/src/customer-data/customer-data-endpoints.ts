/**
 * What is stored of a customer, and its erasure.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { company, customer, dataOf } from "../admin/endpoint-parts.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { CustomerDataView, ErasedCustomerView, ErasurePreviewView } from "./customer-data.ts"

/** What is stored of a customer, and its erasure. */
export const CustomerData = HttpApiGroup.make("customerData")
  .add(
    HttpApiEndpoint.get("export", "/companies/:company/customers/:customer/export", {
      params: { company, customer },
      success: dataOf(CustomerDataView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Export a customer's data",
        description:
          "Everything that is stored of one customer, as one document to be handed to them (LGPD, art. 18). Links and entries of batches are " +
          "those that were filled in with the customer's document, or, without one, with an e-mail of theirs. One export of a company, and " +
          "two of a process, are made at once: others are answered 429, and may come again after `Retry-After`.",
      }),
    ),
    HttpApiEndpoint.get("previewErasure", "/companies/:company/customers/:customer/erase", {
      params: { company, customer },
      success: dataOf(ErasurePreviewView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Preview the erasure of a customer's data",
        description: "How much would be rewritten or deleted, and what has to end before. Nothing is changed.",
      }),
    ),
    HttpApiEndpoint.post("erase", "/companies/:company/customers/:customer/erase", {
      params: { company, customer },
      headers: IdempotencyHeaders,
      success: dataOf(ErasedCustomerView),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Erase a customer's data",
        description:
          "Overwrites name, e-mail, document, telephone and address wherever they are stored, for good; saved cards are deleted. Orders keep " +
          "their numbers, dates, amounts and items. Webhooks that told of the customer are not sent any more, and a request that is repeated " +
          "under its `Idempotency-Key` is 410. 422 while a subscription runs, an order waits for money, a refund is on its way or a batch with the " +
          "customer is being made; nothing changes then. Asked again it erases what was stored since.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Customers' data", description: "What is stored of a customer, and its erasure." }),
  )
