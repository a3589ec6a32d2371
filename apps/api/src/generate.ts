/**
 * Writes the generated files of the repository: `npm run generate`. The tests compare them.
 */
import { writeFile } from "node:fs/promises"
import { generatedFiles } from "./generated-files.ts"

for (const { file, text } of generatedFiles) await writeFile(file, text)
