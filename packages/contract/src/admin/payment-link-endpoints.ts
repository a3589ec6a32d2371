/** A company's payment links. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors, postErrors } from "../body-errors.ts"
import { Invalid, NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { PageQuery } from "../pagination.ts"
import { PaymentLinkPage, PaymentLinkResponse } from "../payment-link/payment-link-api.ts"
import { PaymentLinkRequest } from "../payment-link/payment-link-request.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { LinkHistoryView } from "./payment-link-history.ts"

const params = {
  company,
  slug: Schema.String.annotate({ description: "The link's slug.", examples: ["1kz4q8m7t3x9w2p5r6n0b"] }),
}

const folder = "/companies/:company/payment-links"

export const PaymentLinks = HttpApiGroup.make("paymentLinks")
  .add(
    HttpApiEndpoint.post("create", folder, {
      params: { company },
      headers: IdempotencyHeaders,
      payload: PaymentLinkRequest,
      success: PaymentLinkResponse.pipe(HttpApiSchema.status(201)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a payment link",
        description: "Creates a public page that takes payments of one amount.",
      }),
    ),
    HttpApiEndpoint.get("list", folder, {
      params: { company },
      query: PageQuery,
      success: PaymentLinkPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List payment links", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", `${folder}/:slug`, {
      params,
      success: PaymentLinkResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Retrieve a payment link", description: "One of the company's links." }),
    ),
    HttpApiEndpoint.put("update", `${folder}/:slug`, {
      params,
      payload: PaymentLinkRequest,
      success: PaymentLinkResponse,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Update a payment link",
        description: "Title and amount are required. Other absent fields keep their value; null clears.",
      }),
    ),
    HttpApiEndpoint.delete("remove", `${folder}/:slug`, {
      params,
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a payment link",
        description: "Deletes a link that has not been paid. Its open Pix and slips are withdrawn first.",
      }),
    ),
    HttpApiEndpoint.get("history", `${folder}/:slug/history`, {
      params,
      success: dataOf(LinkHistoryView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a payment link's history",
        description:
          "Every recorded fact in sequence, the orders that paid the link or tried to, and the reason for its status in plain words. If a " +
          "single-payment link was paid twice, it says which order is kept and what is owed to the other payer. A deleted link keeps its " +
          "history.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Payment links", description: "Public pages for one amount." }))
