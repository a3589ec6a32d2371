/**
 * Leaves the texts of the API's descriptions out of what browsers load: the contract has them for OpenAPI, and no page shows one. They are a
 * tenth of the panel's script.
 */
import { readFile } from "node:fs/promises"
import type { Plugin } from "esbuild"

/** esbuild reads it as a regular expression of Go, which knows no flag `u`. */
const contractSources = /[/\\]packages[/\\]contract[/\\]src[/\\].*\.ts$/

/** `description:` or `summary:` with a text, or with several that are added up. What is computed stays. */
const described = /\b(description|summary):\s*"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*(?=\s*[,}])/gu

/** @returns the source, with each text of a description empty */
export const withoutDescriptions = (source: string): string => source.replace(described, '$1: ""')

export const leaveDescriptionsOut: Plugin = {
  name: "leave-descriptions-out",
  setup: ({ onLoad }) => {
    onLoad({ filter: contractSources }, async ({ path }) => ({
      contents: withoutDescriptions(await readFile(path, "utf8")),
      loader: "ts",
    }))
  },
}
