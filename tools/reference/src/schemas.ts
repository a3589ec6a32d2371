/**
 * The generated JSON Schemas: the body of a webhook, and the events of every machine.
 */
import { batchMachine } from "@vintem/domain/batch"
import { orderMachine } from "@vintem/domain/order"
import { linkMachine } from "@vintem/domain/payment-link"
import { subscriptionMachine } from "@vintem/domain/subscription"
import { type EventSchema, eventSchema } from "./machine/event-schema.ts"
import { payloadSchemaName, payloadSchemaText } from "./webhook/payload-schema.ts"

export const referenceSchemas: ReadonlyArray<EventSchema> = [
  { name: payloadSchemaName, text: payloadSchemaText },
  eventSchema("order", orderMachine),
  eventSchema("payment-link", linkMachine),
  eventSchema("batch", batchMachine),
  eventSchema("subscription", subscriptionMachine),
]
