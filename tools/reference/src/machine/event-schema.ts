/**
 * The events of a machine as JSON Schema (draft 2020-12), for programs that read logs that are exported or stored.
 */
import type { Machine, MachineTypes } from "@vintem/domain/machine"
import { Schema } from "effect"

export interface EventSchema {
  /** Its file in `docs/reference`. */
  readonly name: string
  readonly text: string
}

/** @param subject - what the machine is of, as files name it: `payment-link` */
export const eventSchema = <M extends MachineTypes>(subject: string, machine: Machine<M>): EventSchema => {
  const name = `${subject}-events.schema.json`
  const { schema, definitions } = Schema.toJsonSchemaDocument(machine.event)
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: name,
    title: `An event in the log of this machine: ${subject.replaceAll("-", " ")}`,
    ...schema,
    $defs: definitions,
  }
  return { name, text: `${JSON.stringify(document, null, 2)}\n` }
}
