/**
 * Totals of a company's orders.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { Invalid, NotFound } from "../errors.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { OverviewQuery, OverviewView } from "./overview.ts"

/** Totals of a company's orders. */
export const OverviewOfCompany = HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("get", "/companies/:company/overview", {
      params: { company },
      query: OverviewQuery,
      success: dataOf(OverviewView),
      error: [Invalid, NotFound],
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Retrieve the overview",
          description:
            "Totals of the orders placed in a period, and of those in as many days before. An order counts on the day it was placed, in " +
            "America/Sao_Paulo: a refund made today changes the day of its order. The service updates the totals with each order.",
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Overview", description: "Totals of a company's orders." }))
