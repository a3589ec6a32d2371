/**
 * The simulated acquirer as a process of its own, which is never killed. What it has in its books is what was charged, whatever
 * the service believes.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { startChild } from "./child-program.ts"
import { within } from "./time-limit.ts"

/** What both ends sign with. */
export const gatewaySecret = "a-secret-of-service-and-acquirer"

export interface AcquirerProcess {
  /** What the service has to be told to find it. */
  readonly environment: { readonly VINTEM_GATEWAY_URL: string; readonly VINTEM_GATEWAY_SECRET: string }
  /** The SQLite file of its books. */
  readonly books: string
  /** Has it stop as an operator would (SIGTERM). */
  readonly stop: () => Promise<void>
}

const startMillis = 300_000
const stopMillis = 120_000

/**
 * @param folder - where it is run, keeps its books and leaves what it said on standard error
 * @param beside - variables beside those that it needs
 */
export const startAcquirer = async (
  folder: string,
  beside: Readonly<Record<string, string>> = {},
): Promise<AcquirerProcess> => {
  const books = join(folder, "acquirer.db")
  const secret = { VINTEM_GATEWAY_SECRET: gatewaySecret }
  const program = startChild(["acquirer", "--port", "0", "--database", `sqlite:${books}`], {
    folder,
    environment: { HOST: "127.0.0.1", VINTEM_LOG_LEVEL: "warn", ...secret, ...beside },
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
