/** For vitest: one PostgreSQL per run, or the one in `VINTEM_TEST_POSTGRES_URL`. */
import { randomBytes } from "node:crypto"
import type { TestProject } from "vitest/node"
import { dropDatabases } from "./databases.ts"
import { startPostgres } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a database whose user may create others. */
    readonly postgresUrl: string
    /** The name of the run: its databases on a lasting server begin with this. */
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
