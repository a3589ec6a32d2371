/**
 * Every route of the service behind one edge.
 */
import { AdminApi, PublicApi, SandboxApi } from "@vintem/contract"
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as admin from "./admin-handlers.ts"
import * as authentication from "./authentication.ts"
import { documentation, documentationPaths } from "./documentation.ts"
import * as Edge from "./edge.ts"
import { queryFaults } from "./faults.ts"
import { health, healthPaths } from "./health.ts"
import * as open from "./public-handlers.ts"
import { routesOf, routeTable } from "./route-table.ts"
import * as sandboxTime from "./sandbox-clock-handlers.ts"
import * as sandbox from "./sandbox-handlers.ts"

/** How paths are matched; given to whatever serves the routes. */
export const routerConfig = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 512,
} as const

const publicApi = HttpApiBuilder.layer(PublicApi).pipe(
  Layer.provide(open.orders),
  Layer.provide([authentication.companies, queryFaults]),
)

const adminApi = HttpApiBuilder.layer(AdminApi).pipe(
  Layer.provide([admin.companies, admin.apiKeys, admin.customers]),
  Layer.provide([authentication.administration, queryFaults]),
)

const sandboxApi = HttpApiBuilder.layer(SandboxApi).pipe(
  Layer.provide([sandbox.orders, sandboxTime.clock]),
  Layer.provide(authentication.administration),
)

const everywhere = [...routesOf(PublicApi), ...routesOf(AdminApi), ...healthPaths, ...documentationPaths]

/** The service as it runs in production. */
export const routes = Layer.mergeAll(publicApi, adminApi, health, documentation).pipe(
  Layer.provide(Edge.layer(routeTable(everywhere))),
)

/** The same with the levers of the sandbox. */
export const sandboxRoutes = Layer.mergeAll(publicApi, adminApi, sandboxApi, health, documentation).pipe(
  Layer.provide(Edge.layer(routeTable([...everywhere, ...routesOf(SandboxApi)]))),
)
