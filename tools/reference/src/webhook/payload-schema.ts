/** The body of a webhook as JSON Schema (draft 2020-12), for receivers that check what they get. */
import { WebhookPayloadView } from "@vintem/contract"
import { Schema } from "effect"

/** Its file in `docs/reference`. */
export const payloadSchemaName = "webhook-payload.schema.json"

const { schema, definitions } = Schema.toJsonSchemaDocument(WebhookPayloadView)

/** Open: a receiver that checks with it keeps working when a field is added. */
export const payloadSchemaText = `${JSON.stringify(
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: payloadSchemaName,
    title: "Body of a Vintém webhook",
    ...schema,
    $defs: definitions,
  },
  null,
  2,
)}\n`
