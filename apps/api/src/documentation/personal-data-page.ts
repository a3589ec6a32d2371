/**
 * The places, purposes and lifetimes of customers' data, and what remains after an erasure. Made from the table that
 * the erasure uses.
 */
import { type PersonalTable, personalTables } from "@vintem/adapters"
import { markdownTable, type ReferencePage } from "@vintem/reference"

export const personalDataPage = (): ReferencePage => ({
  name: "personal-data.md",
  title: "Personal data",
  about: "Where the service stores customers' data, and what remains after `vintem customer erase`.",
  body: `Everything else is in [docs/personal-data.md](../personal-data.md).

${markdownTable(["table", "holds", "why", "how long", "after an erasure"], Object.entries(personalTables).map(rowOf))}`,
})

const rowOf = ([name, { after, holds, howLong, why }]: [string, PersonalTable]): ReadonlyArray<string> => [
  `\`${name}\``,
  holds,
  why,
  howLong,
  after,
]
