/**
 * Requests of browsers and probes: the payer's pages, preflight requests, and health checks. No description has them.
 * The reference takes no input, and is left out.
 */
import { healthPaths } from "@vintem/api/src/http/edge/health.ts"
import { preflightPaths } from "@vintem/api/src/http/edge/limits/payer-cors.ts"
import { logoPath } from "@vintem/api/src/http/payer/pages/logos.ts"
import { payerPagePaths } from "@vintem/api/src/http/payer/pages/payer-pages.ts"
import type { Operation } from "./operations.ts"

export const pageOperations: ReadonlyArray<Operation> = [...payerPagePaths, ...preflightPaths, ...healthPaths].map(
  ({ method, path }) => ({
    side: "payer",
    method,
    path: path.replace(/:(\w+)/gu, "{$1}"),
    query: path === logoPath ? ["company", "url", "seal"] : [],
    headers: method === "OPTIONS" ? ["Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers"] : [],
    bodies: [],
  }),
)
