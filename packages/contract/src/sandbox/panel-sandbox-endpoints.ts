/** The controls of the sandbox, for signed-in users. Production does not have them: each is 404. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { company } from "../admin/endpoint-parts.ts"
import { bodyErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { exampleOrder } from "../order/example-order.ts"
import { OrderView } from "../order/order-view.ts"
import { advanceBody, ClockView } from "./clock.ts"
import { orderEventBody } from "./order-event.ts"

/** The simulated acquirer's reports about a company's orders. */
export const PanelSandboxOrders = HttpApiGroup.make("sandboxOrders")
  .add(
    HttpApiEndpoint.post("report", "/companies/:company/sandbox/orders/:order_number/events", {
      params: {
        company,
        order_number: Schema.String.annotate({
          description: "The transaction code.",
          examples: [exampleOrder.order_number],
        }),
      },
      payload: orderEventBody.schema,
      success: Schema.Struct({ data: OrderView }),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Make the acquirer report an event",
        description:
          "In the sandbox only. An event that the acquirer would report later of one of the company's orders. 422 if it could not report " +
          "that of the charge.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Sandbox: orders", description: "Events of the simulated acquirer." }))

/** The service's time, one for all companies. */
export const PanelSandboxClock = HttpApiGroup.make("sandboxClock")
  .add(
    HttpApiEndpoint.get("read", "/companies/:company/sandbox/clock", {
      params: { company },
      success: ClockView,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read the sandbox's clock",
        description: "In the sandbox only. The service's time.",
      }),
    ),
    HttpApiEndpoint.post("advance", "/companies/:company/sandbox/clock/advance", {
      params: { company },
      payload: advanceBody.schema,
      success: ClockView,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the sandbox's clock forward",
        description:
          "In the sandbox only. It is the time of the whole service, and there is no way back. Does all work that becomes due meanwhile, in " +
          "order, and answers when it is done.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Sandbox: clock", description: "Days of waiting in seconds." }))
