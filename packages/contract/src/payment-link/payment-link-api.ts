/**
 * The public API: payment links, one by one and in bulk.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Authentication, QueryFaults } from "../authentication.ts"
import { bodyErrors, postErrors } from "../body-errors.ts"
import { Invalid, NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { bulkCustomersBody, paymentLinkBulkBody } from "./bulk-request.ts"
import { BulkProgressView, BulkView, BulkWithLinksView } from "./bulk-view.ts"
import { PaymentLinkRequest } from "./payment-link-request.ts"
import { PaymentLinkView } from "./payment-link-view.ts"

/** A page of links. */
export const PaymentLinkPage = PageEnvelope(PaymentLinkView)

/** One link. */
export const PaymentLinkResponse = Schema.Struct({ data: PaymentLinkView })

/** A page of batches. */
export const BulkPage = PageEnvelope(BulkView)

/** One batch. */
export const BulkResponse = Schema.Struct({ data: BulkView })

/** One batch with its links. */
export const BulkWithLinksResponse = Schema.Struct({ data: BulkWithLinksView })

/** The progress of a batch. */
export const BulkProgressResponse = Schema.Struct({ data: BulkProgressView })

const slug = {
  slug: Schema.String.annotate({ description: "The link's slug.", examples: ["1kz4q8m7t3x9w2p5r6n0b"] }),
}
const token = {
  token: Schema.String.annotate({
    description: "The batch's token.",
    examples: ["5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"],
  }),
}
/** Links one by one. */
export const PaymentLinks = HttpApiGroup.make("paymentLinks")
  .add(
    HttpApiEndpoint.post("create", "/payment-link", {
      headers: IdempotencyHeaders,
      payload: PaymentLinkRequest,
      success: PaymentLinkResponse.pipe(HttpApiSchema.status(201)),
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a payment link",
        description: "Creates a public page that takes payments of one amount.",
      }),
    ),
    HttpApiEndpoint.get("list", "/payment-link", { query: PageQuery, success: PaymentLinkPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List payment links",
          description: "The company's links, newest first, 15 a page.",
        }),
      ),
    HttpApiEndpoint.get("get", "/payment-link/:slug", {
      params: slug,
      success: PaymentLinkResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Retrieve a payment link", description: "One of the company's links." }),
    ),
    HttpApiEndpoint.put("update", "/payment-link/:slug", {
      params: slug,
      payload: PaymentLinkRequest,
      success: PaymentLinkResponse,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Update a payment link",
        description: "Title and amount are required. Other absent fields keep their value; null clears.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/payment-link/:slug", {
      params: slug,
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a payment link",
        description: "Deletes a link that has not been paid. Its open Pix and slips are withdrawn first.",
      }),
    ),
  )
  .prefix("/api/v1")
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Payment links", description: "Public pages for one amount." }))

/** Links in bulk. */
export const PaymentLinkBulk = HttpApiGroup.make("paymentLinkBulk")
  .add(
    HttpApiEndpoint.post("create", "/payment-link-bulk", {
      headers: IdempotencyHeaders,
      payload: paymentLinkBulkBody.schema,
      success: BulkResponse.pipe(HttpApiSchema.status(202)),
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create payment links in bulk",
        description:
          "Takes up to 50 customers; their links are created in the background. Ask for the status every 5 to 10 seconds.",
      }),
    ),
    HttpApiEndpoint.get("list", "/payment-link-bulk", { query: PageQuery, success: BulkPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List batches",
          description: "The company's batches, newest first, 15 a page.",
        }),
      ),
    HttpApiEndpoint.get("get", "/payment-link-bulk/:token", {
      params: token,
      success: BulkWithLinksResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a batch",
        description: "One of the company's batches, with the links created so far and the customers that failed.",
      }),
    ),
    HttpApiEndpoint.get("status", "/payment-link-bulk/:token/status", {
      params: token,
      success: BulkProgressResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Progress of a batch", description: "How many links were created so far." }),
    ),
    HttpApiEndpoint.post("addCustomers", "/payment-link-bulk/:token/customers", {
      params: token,
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
    HttpApiEndpoint.post("cancel", "/payment-link-bulk/:token/cancel", {
      params: token,
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
  .prefix("/api/v1")
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Bulk payment links", description: "Links for up to 50 customers a request." }),
  )
