/** A customer's stored data, and its erasure. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { company, customer, dataOf } from "../admin/endpoint-parts.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { CustomerDataView, ErasedCustomerView, ErasurePreviewView } from "./customer-data.ts"

/** A customer's stored data, and its erasure. */
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
          "Everything stored about one customer, as one document to hand to them (LGPD, art. 18). Includes links and batch entries filled in " +
          "with the customer's document or, without one, an e-mail of theirs. One export runs at a time for each company, and two for each " +
          "process: others are 429, with `Retry-After`.",
      }),
    ),
    HttpApiEndpoint.get("previewErasure", "/companies/:company/customers/:customer/erase", {
      params: { company, customer },
      success: dataOf(ErasurePreviewView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Preview the erasure of a customer's data",
        description: "How much would be overwritten or deleted, and what must end first. Changes nothing.",
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
          "Permanently overwrites name, e-mail, document, telephone and address wherever they are stored, and deletes saved cards. Orders " +
          "keep their numbers, dates, amounts and items. Webhooks about the customer are no longer sent, and a repeated `Idempotency-Key` " +
          "of theirs is 410. 422, and no change, while a subscription runs, an order waits for money, a refund is under way or a batch " +
          "with the customer is pending. Asking again erases what was stored since.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Customers' data", description: "What is stored about a customer, and its erasure." }),
  )
