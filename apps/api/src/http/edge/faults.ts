/**
 * What schemas find wrong with queries, as the API says it.
 */
import { invalidFromIssue, QueryFaults } from "@vintem/contract"
import { Effect } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

/** An answer that does not fit its own schema is our fault, not the caller's. */
export const queryFaults = HttpApiMiddleware.layerSchemaErrorTransform(QueryFaults, (error) =>
  error.kind === "Query" ? Effect.fail(invalidFromIssue(error.cause.issue)) : Effect.die(error.cause),
)
