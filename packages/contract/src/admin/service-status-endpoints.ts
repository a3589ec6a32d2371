/**
 * The state of the service, for its operators.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { dataOf } from "./endpoint-parts.ts"
import { ServiceStatusView, UnknownOutcomeView } from "./service-status.ts"

/** A page of charges without an outcome. */
export const UnknownOutcomePage = PageEnvelope(UnknownOutcomeView)

/** The state of the service, for its operators. */
export const ServiceStatus = HttpApiGroup.make("serviceStatus")
  .add(
    HttpApiEndpoint.get("get", "/status", { success: dataOf(ServiceStatusView) }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve the state of the service",
        description:
          "Whether it charges, which work waits or was given up, and what needs attention. More than `vintem status --json`.",
      }),
    ),
    HttpApiEndpoint.get("unknownOutcomes", "/unknown-outcomes", { query: PageQuery, success: UnknownOutcomePage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List charges without an outcome",
          description:
            "Charges of all companies, oldest first, of at most 600 orders. Includes those that the service stopped asking about.",
        }),
      ),
    HttpApiEndpoint.post("ask", "/unknown-outcomes/ask", {
      success: MessageResponse.pipe(HttpApiSchema.status(202)),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask now about charges without an outcome",
        description:
          "Asks the acquirer about every charge and refund without an outcome, oldest first, forty a second. A repetition within ten seconds " +
          "changes nothing.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "State of the service", description: "The state of the service, for its operators." }),
  )
