/**
 * How a company's orders stand.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { Invalid, NotFound } from "../errors.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { OverviewQuery, OverviewView } from "./overview.ts"

/** How a company's orders stand. */
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
            "What came of the orders that were placed in a period, beside those of as many days before. An order counts for the day on " +
            "which it was placed, in America/Sao_Paulo, whatever happened to it later: a refund of today changes the day of its order. " +
            "The sums are kept, not counted.",
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Overview", description: "How a company's orders stand." }))
