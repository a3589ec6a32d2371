/**
 * What the operator's own command says of the file.
 */
import { dirname } from "node:path"
import type { Check } from "../check.ts"
import { startChild } from "../child-program.ts"

export const vintemCheck: Check = {
  title: "`vintem check` finds nothing",
  contradictions: async ({ file }) => {
    const environment = { DATABASE_URL: `sqlite:${file}` }
    const { status, stdout, stderr } = await startChild(["check"], { folder: dirname(file), environment }).ended
    if (status === 0) return []
    return [`exit status ${status}: ${stderr.trimEnd()}`, ...stdout.split("\n").filter((line) => line !== "")]
  },
}
