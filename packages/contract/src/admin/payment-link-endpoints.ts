/**
 * What an operator sees of a payment link.
 */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import { AdminAuthentication } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { LinkHistoryView } from "./payment-link-history.ts"

export const PaymentLinkHistory = HttpApiGroup.make("paymentLinks")
  .add(
    HttpApiEndpoint.get("history", "/companies/:company/payment-links/:slug/history", {
      params: {
        company,
        slug: Schema.String.annotate({ description: "The link's slug.", examples: ["1kz4q8m7t3x9w2p5r6n0b"] }),
      },
      success: dataOf(LinkHistoryView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a payment link's history",
        description:
          "Every recorded fact in sequence, the orders that paid the link or tried to, and in plain words why it stands as it does: " +
          "where a link that takes one payment was paid again, which order is kept and what is owed to the payer of the other. A " +
          "link that was removed has its history too.",
      }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Payment links", description: "What an operator sees of a payment link." }),
  )
