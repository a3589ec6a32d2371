/** A company's batches: payment links for up to 50 customers a request. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { PageQuery } from "../pagination.ts"
import { bulkCustomersBody, paymentLinkBulkBody } from "../payment-link/bulk-request.ts"
import {
  BulkPage,
  BulkProgressResponse,
  BulkResponse,
  BulkWithLinksResponse,
} from "../payment-link/payment-link-api.ts"
import { company } from "./endpoint-parts.ts"

const params = {
  company,
  token: Schema.String.annotate({
    description: "The batch's token.",
    examples: ["5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"],
  }),
}

const folder = "/companies/:company/payment-link-bulk"

export const PaymentLinkBulk = HttpApiGroup.make("paymentLinkBulk")
  .add(
    HttpApiEndpoint.post("create", folder, {
      params: { company },
      headers: IdempotencyHeaders,
      payload: paymentLinkBulkBody.schema,
      success: BulkResponse.pipe(HttpApiSchema.status(202)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create payment links in bulk",
        description:
          "Takes up to 50 customers; their links are created in the background. Ask for the status every 5 to 10 seconds.",
      }),
    ),
    HttpApiEndpoint.get("list", folder, { params: { company }, query: PageQuery, success: BulkPage, error: NotFound })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List batches", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", `${folder}/:token`, {
      params,
      success: BulkWithLinksResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a batch",
        description: "One of the company's batches, with the links created so far and the customers that failed.",
      }),
    ),
    HttpApiEndpoint.get("status", `${folder}/:token/status`, {
      params,
      success: BulkProgressResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Progress of a batch", description: "How many links were created so far." }),
    ),
    HttpApiEndpoint.post("addCustomers", `${folder}/:token/customers`, {
      params,
      headers: IdempotencyHeaders,
      payload: bulkCustomersBody.schema,
      success: BulkResponse.pipe(HttpApiSchema.status(202)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add customers to a batch",
        description: "Up to 50 at a time, and 10,000 in all. A finished batch becomes pending again.",
      }),
    ),
    HttpApiEndpoint.post("cancel", `${folder}/:token/cancel`, {
      params,
      headers: IdempotencyHeaders,
      success: MessageResponse,
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel a batch",
        description: "No more links are created. Existing links remain.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Bulk payment links", description: "Links for up to 50 customers a request." }),
  )
