/** The events of the machines as JSON Schema (draft 2020-12), for programs that read exported or stored logs. */
import { batchMachine } from "@vintem/domain/batch"
import type { Machine, MachineTypes } from "@vintem/domain/machine"
import { orderMachine } from "@vintem/domain/order"
import { linkMachine } from "@vintem/domain/payment-link"
import { subscriptionMachine } from "@vintem/domain/subscription"
import { Schema } from "effect"

const eventSchema = <M extends MachineTypes>(subject: string, machine: Machine<M>): object => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(machine.event)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${subject}-events.schema.json`,
    title: `An event in the log of this machine: ${subject.replaceAll("-", " ")}`,
    ...schema,
    $defs: definitions,
  }
}

/** By the machine's object. */
export const eventSchemas: ReadonlyMap<string, object> = new Map([
  ["order", eventSchema("order", orderMachine)],
  ["payment-link", eventSchema("payment-link", linkMachine)],
  ["batch", eventSchema("batch", batchMachine)],
  ["subscription", eventSchema("subscription", subscriptionMachine)],
])
