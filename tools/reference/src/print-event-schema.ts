/**
 * `npm run --silent event-schema --workspace @vintem/reference -- order`: prints the JSON Schema of a machine's events.
 */
import { eventSchemas } from "./machine/event-schemas.ts"

const schema = eventSchemas.get(process.argv[2] ?? "")
if (schema === undefined) {
  process.stderr.write(`Say of which machine: ${[...eventSchemas.keys()].join(", ")}.\n`)
  process.exitCode = 2
} else {
  process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
}
