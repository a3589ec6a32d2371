/**
 * The simulated acquirer as a process of its own, which is never killed. What it has in its books is what was charged, whatever
 * the service believes.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { startChild } from "./child-program.ts"
import { within } from "./time-limit.ts"

export interface AcquirerProcess {
  /** What the service has to be told to find it. */
  readonly environment: Readonly<Record<string, string>>
  /** The SQLite file of its books. */
  readonly books: string
  /** Has it stop as an operator would (SIGTERM). */
  readonly stop: () => Promise<void>
}

const startMillis = 300_000
const stopMillis = 120_000

/** @param folder - where it is run, keeps its books and leaves what it said on standard error */
export const startAcquirer = async (folder: string): Promise<AcquirerProcess> => {
  const books = join(folder, "acquirer.db")
  const secret = { VINTEM_GATEWAY_SECRET: "a-secret-of-service-and-acquirer" }
  const program = startChild(["acquirer", "--port", "0", "--database", `sqlite:${books}`], {
    folder,
    environment: { HOST: "127.0.0.1", VINTEM_LOG_LEVEL: "warn", ...secret },
  })
  const [, url = ""] = await within(
    startMillis,
    program.printed(/^Simulated acquirer at (http:\/\/\S+)/mu),
    () => `The acquirer did not start:\n${program.stderr()}`,
  )
  return {
    environment: { VINTEM_GATEWAY_URL: url, ...secret },
    books,
    stop: async () => {
      program.signal("SIGTERM")
      const { stderr } = await within(stopMillis, program.ended, () => "The acquirer did not stop")
      appendFileSync(join(folder, "acquirer.log"), stderr)
    },
  }
}
