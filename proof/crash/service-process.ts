/** The service as a process that can be killed and restarted on its file. */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import type { Running } from "@vintem/api/test/spawned-program.ts"
import { startChild } from "./child-program.ts"
import { within } from "./time-limit.ts"

export interface ServiceProcess {
  /** Its SQLite file. */
  readonly file: string
  readonly adminToken: string
  /** Starts it; does not wait until it listens. */
  readonly begin: () => void
  /**
   * Starts it and waits until it listens. Fails if it ends before, or does not listen after minutes, which a busy
   * machine may need.
   */
  readonly start: () => Promise<void>
  /** Ends it at once (SIGKILL), without warning. Does nothing if it does not run. */
  readonly kill: () => Promise<void>
  /** Stops it like an operator (SIGTERM). Fails if it does not end with status 0. */
  readonly stop: () => Promise<void>
  /** Its address, once it listens: until then clients wait. */
  readonly base: () => Promise<string>
}

const startMillis = 300_000
const endMillis = 120_000

const adminToken = "the-administration-s-token"

/**
 * @param folder - its working folder, with its file and its standard error
 * @param environment - further variables. By default it logs little, gives the acquirer up early, and is patient with
 *   clients
 */
export const serviceProcess = (folder: string, environment: Readonly<Record<string, string>>): ServiceProcess => {
  const file = join(folder, "vintem.db")
  let program: Running | null = null
  let lives = 0
  /** One promise for everybody who waits while it is down; a new one after each life. */
  let listening = Promise.withResolvers<string>()
  let isListening = false

  const begin = () => {
    lives += 1
    program = startChild(["serve"], {
      folder,
      environment: {
        HOST: "127.0.0.1",
        PORT: "0",
        DATABASE_URL: `sqlite:${file}`,
        VINTEM_ADMIN_TOKEN: adminToken,
        VINTEM_GATEWAY_TIMEOUT: "1 second",
        VINTEM_RATE_LIMIT: "1000000000",
        VINTEM_LOG_LEVEL: "warn",
        VINTEM_TRUSTED_PROXIES: "127.0.0.1",
        ...environment,
      },
    })
  }

  const alive = (): Running => {
    if (program === null) throw new Error("The service was not started.")
    return program
  }

  const end = async (signal: NodeJS.Signals) => {
    const dying = alive()
    program = null
    dying.signal(signal)
    if (isListening) listening = Promise.withResolvers()
    isListening = false
    const { stderr, status } = await within(endMillis, dying.ended, () => `The service did not end at ${signal}`)
    appendFileSync(join(folder, "service.log"), `# life ${lives}\n${stderr}`)
    return status
  }

  return {
    file,
    adminToken,
    begin,
    start: async () => {
      begin()
      const [, base = ""] = await within(
        startMillis,
        alive().printed(/^Vintém serves (http:\/\/\S+)\/api\/v1 /mu),
        () => `The service did not start again:\n${alive().stderr()}`,
      )
      isListening = true
      listening.resolve(base)
    },
    kill: async () => {
      if (program !== null) await end("SIGKILL")
    },
    stop: async () => {
      const status = await end("SIGTERM")
      if (status !== 0) throw new Error(`Told to stop, the service ended with status ${status}.`)
    },
    base: () => listening.promise,
  }
}
