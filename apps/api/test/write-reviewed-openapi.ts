/**
 * Writes the reviewed copies of the API descriptions anew. Read the difference before it is committed: clients depend on them.
 */
import { writeFile } from "node:fs/promises"
import { describedSides } from "./described-sides.ts"

for (const { description, reviewed } of Object.values(describedSides)) {
  await writeFile(reviewed, `${JSON.stringify(description, null, 2)}\n`)
}
