/**
 * Updates the reviewed copies of the API descriptions. Read the difference before you commit it: clients depend on
 * them.
 */
import { writeFile } from "node:fs/promises"
import { describedSides } from "./described-sides.ts"

for (const { description, reviewed, text } of Object.values(describedSides)) {
  await writeFile(reviewed, text(description))
}
