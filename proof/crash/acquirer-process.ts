/**
 * The simulated acquirer as its own process, which is never killed. Its books are what was really charged, whatever the
 * service believes.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { startChild } from "./child-program.ts"
import { within } from "./time-limit.ts"

/** The secret that both ends sign with. */
export const gatewaySecret = "a-secret-of-service-and-acquirer"

export interface AcquirerProcess {
  /** The variables that lead the service to it. */
  readonly environment: { readonly VINTEM_GATEWAY_URL: string; readonly VINTEM_GATEWAY_SECRET: string }
  /** The SQLite file of its books. */
  readonly books: string
  /** Stops it like an operator (SIGTERM). */
  readonly stop: () => Promise<void>
}

const startMillis = 300_000
const stopMillis = 120_000

/**
 * @param folder - its working folder, with its books and its standard error
 * @param beside - further variables
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
