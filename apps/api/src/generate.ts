/**
 * Writes what is generated and kept in the repository: `npm run generate`. The tests compare it.
 */
import { writeFile } from "node:fs/promises"
import { generatedFiles } from "./generated-files.ts"

for (const { file, text } of generatedFiles) await writeFile(file, text)
