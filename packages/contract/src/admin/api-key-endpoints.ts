/** The keys that companies use to call the public API. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { ApiKeyView, apiKeyBody, NewApiKeyView } from "./api-key.ts"
import { company, dataOf } from "./endpoint-parts.ts"

/** A page of API keys. */
export const ApiKeyPage = PageEnvelope(ApiKeyView)

/** The keys that companies use to call the public API. */
export const ApiKeys = HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/api-keys", {
      params: { company },
      payload: apiKeyBody.schema,
      success: dataOf(NewApiKeyView).pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Create an API key", description: "The key is shown in this answer only." }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/api-keys", {
      params: { company },
      query: PageQuery,
      success: ApiKeyPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({ summary: "List API keys", description: "Those that are not revoked, newest first." }),
      ),
    HttpApiEndpoint.delete("revoke", "/companies/:company/api-keys/:id", {
      params: { company, id: Schema.String.annotate({ description: "The key's id.", examples: ["1"] }) },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Revoke an API key", description: "Takes effect at once in every process." }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "API keys", description: "Companies call the public API with them." }))
