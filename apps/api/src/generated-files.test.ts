import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { generatedFiles } from "./generated-files.ts"

describe("generated files", () => {
  it.each(generatedFiles)("$file is what `npm run generate` writes", async ({ file, text }) => {
    expect(await readFile(file, "utf8")).toBe(text)
  })
})
