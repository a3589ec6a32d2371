/**
 * `npm run check:pix-api`: exit status 0 if everything agrees with the document, 1 if something does not, 2 for a wrong argument.
 */
import { readFileSync } from "node:fs"
import { conformanceWith } from "./conformance.ts"

const usage = `npm run check:pix-api -- DOCUMENT

Has the adapter of API Pix ask for everything it can at an institution of this repository, and checks each request and each answer against
DOCUMENT, the OpenAPI document of the API Pix (https://github.com/bacen/pix-api, openapi.yaml). It is not part of this repository.`

const say = (line: string) => process.stdout.write(`${line}\n`)

const [file, ...others] = process.argv.slice(2)

if (file === undefined || others.length > 0) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  const { checked, faults } = await conformanceWith(readFileSync(file, "utf8"))
  for (const [operation, count] of [...checked].sort()) say(`${String(count).padStart(4)}  ${operation}`)
  for (const fault of faults) say(fault)
  say(faults.length === 0 ? "Everything agrees with the document." : `${faults.length} faults.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
