/**
 * The sandbox API: it triggers events that otherwise only an acquirer causes. Served only in the sandbox environment.
 */

import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { AdminAuthentication } from "./authentication.ts"
import { bodyErrors } from "./body-errors.ts"
import { NotFound } from "./errors.ts"
import { documentation } from "./openapi/documentation.ts"
import { exampleOrder } from "./order/example-order.ts"
import { OrderView } from "./order/order-view.ts"
import { advanceBody, ClockView } from "./sandbox/clock.ts"
import { orderEventBody } from "./sandbox/order-event.ts"

const SandboxOrders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.post("report", "/orders/:order_number/events", {
      params: {
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
        summary: "Report an event of the acquirer",
        description:
          "An event that the acquirer would report later. 422 if it could not report that of the charge: a refund of an unpaid charge, the " +
          "payment of a refused card.",
      }),
    ),
  )
  .prefix("/sandbox/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Orders", description: "Events of the simulated acquirer." }))

const SandboxTime = HttpApiGroup.make("clock")
  .add(
    HttpApiEndpoint.get("read", "/clock", { success: ClockView }).annotateMerge(
      OpenApi.annotations({ summary: "Read the clock", description: "The service's time." }),
    ),
    HttpApiEndpoint.post("advance", "/clock/advance", {
      payload: advanceBody.schema,
      success: ClockView,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the clock forward",
        description: "Does all work that becomes due meanwhile, in order, and answers when it is done.",
      }),
    ),
  )
  .prefix("/sandbox/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Clock", description: "Days of waiting in seconds." }))

export class SandboxApi extends HttpApi.make("vintem-sandbox")
  .add(SandboxOrders)
  .add(SandboxTime)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém sandbox",
      description: "Controls to try everything in seconds.",
      isRateLimited: false,
    }),
  ) {}
