/**
 * Leaves the API's descriptions, and the code that completes them, out of the browsers' files: the contract has them
 * for OpenAPI, and no page shows one. They are a tenth of the panel's script.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "esbuild"

/** `description:` or `summary:` with a text, or a sum of texts. Computed parts next to it stay. */
const described = /\b(description|summary):\s*"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*/gu

/** @returns the source, with each text of a description empty */
export const withoutDescriptions = (source: string): string => source.replace(described, '$1: ""')

/** Replaces the module that completes a description: an API without annotations. */
const undocumented = 'export { empty as documentation } from "effect/Context"'

/** @param contract - the folder of the contract's sources */
export const leaveDescriptionsOut = (contract: string): Plugin => ({
  name: "leave-descriptions-out",
  setup: ({ onLoad }) => {
    const documentation = join(contract, "openapi", "documentation.ts")
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(contract)) return undefined
      return {
        contents: path === documentation ? undocumented : withoutDescriptions(await readFile(path, "utf8")),
        loader: "ts",
      }
    })
  },
})
