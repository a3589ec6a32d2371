/** Runs the operator's own `vintem check` on the database. */
import { tmpdir } from "node:os"
import type { Check, Evidence } from "../check.ts"
import { startChild } from "../child-program.ts"
import { sharedSecretKey } from "../processes/several-processes.ts"

/** @param urlOf - returns the service's `DATABASE_URL` */
export const vintemCheckOf = (urlOf: (evidence: Evidence) => string): Check => ({
  title: "`vintem check` finds nothing",
  contradictions: async (evidence) => {
    // On PostgreSQL every command is configured with the key, although reading the data needs none.
    const environment = { DATABASE_URL: urlOf(evidence), VINTEM_SECRET_KEY: sharedSecretKey }
    const { status, stdout, stderr } = await startChild(["check"], { folder: tmpdir(), environment }).ended
    if (status === 0) return []
    return [`exit status ${status}: ${stderr.trimEnd()}`, ...stdout.split("\n").filter((line) => line !== "")]
  },
})

export const vintemCheck: Check = vintemCheckOf(({ file }) => `sqlite:${file}`)
