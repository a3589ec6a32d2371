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
          "Whether it charges, what waits or was given up, and what needs somebody. As `vintem status --json`, and more.",
      }),
    ),
    HttpApiEndpoint.get("unknownOutcomes", "/unknown-outcomes", { query: PageQuery, success: UnknownOutcomePage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List charges without an outcome",
          description:
            "Of all companies, the oldest first, those included of which the service has stopped asking. Of at most 600 orders.",
        }),
      ),
    HttpApiEndpoint.post("ask", "/unknown-outcomes/ask", {
      success: MessageResponse.pipe(HttpApiSchema.status(202)),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask now for charges without an outcome",
        description:
          "Asks for every charge and refund without an outcome now, oldest first and forty a second, as the service does when the acquirer " +
          "answers again after an outage. Asking again within ten seconds changes nothing.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "State of the service", description: "For its operators." }))
