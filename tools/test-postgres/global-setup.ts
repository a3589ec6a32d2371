/**
 * For vitest: one PostgreSQL a run, or the one that `VINTEM_TEST_POSTGRES_URL` names.
 */
import { randomBytes } from "node:crypto"
import type { TestProject } from "vitest/node"
import { dropDatabases } from "./databases.ts"
import { startPostgres } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Of a database by whose user others can be made. */
    readonly postgresUrl: string
    /** Names the run: what it makes on a server that outlives it begins with this. */
    readonly postgresRun: string
  }
}

const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const run = `vintem_test_${randomBytes(4).toString("hex")}`
  project.provide("postgresRun", run)
  const external = process.env["VINTEM_TEST_POSTGRES_URL"]
  if (external !== undefined && external !== "") {
    project.provide("postgresUrl", external)
    return () => dropDatabases(external, run)
  }
  const { stop, url } = await startPostgres()
  project.provide("postgresUrl", url)
  return stop
}

export default setup
