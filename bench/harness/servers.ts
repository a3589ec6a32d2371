/** Starts a server as a child process. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

export interface RunningServer {
  readonly name: string
  readonly url: string
  readonly pid: number
  /** Asks the preloaded module for a number. Without such a module nobody answers. */
  readonly askPreloaded: () => Promise<number>
  readonly stop: () => Promise<void>
}

export interface Server extends RunningServer {
  /** Its SQLite file, which others may read. */
  readonly file: string
}

/** A server with the API key of its demo company. */
export interface Keyed {
  readonly key: string
}

export interface ServiceOptions {
  /** Connections to PostgreSQL; the service's default if absent. */
  readonly pool?: number
  /** True if it writes a log line for each request; the lines are not read. */
  readonly isLogged?: boolean
  /** A module that is loaded before the service. */
  readonly preload?: string
  /** Variables in addition to those of every benchmark. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * The service with its demo company's API key.
 *
 * @param file - an unused database, alone in its folder
 */
export const startService = async (file: string, options: ServiceOptions = {}): Promise<Server & Keyed> => {
  await mkdir(dirname(file), { recursive: true })
  return { ...(await startServiceOn(`sqlite:${file}`, options)), file }
}

/** The service on a database that it has served from before. */
export const restartService = async (file: string, key: string): Promise<Server & Keyed> => ({
  ...(await restartServiceOn(`sqlite:${file}`, key)),
  file,
})

/** @param databaseUrl - of an empty database */
export const startServiceOn = async (
  databaseUrl: string,
  options: ServiceOptions = {},
): Promise<RunningServer & Keyed> => {
  const child = serve(databaseUrl, options)
  const [url, key] = await printed(child, /(http:\/\/127\.0\.0\.1:\d+)\/api/u, /API key of the demo company: (\S+)/u)
  return { ...running("Vintém", url, child), key }
}

/** @param databaseUrl - of a database that it has served before, or that is in use */
export const restartServiceOn = async (
  databaseUrl: string,
  key: string,
  options: ServiceOptions = {},
): Promise<RunningServer & Keyed> => {
  const child = serve(databaseUrl, options)
  const [url] = await printed(child, /(http:\/\/127\.0\.0\.1:\d+)\/api/u, /(http)/u)
  return { ...running("Vintém", url, child), key }
}

const running = (name: string, url: string, child: ChildProcess): RunningServer => {
  const { pid } = child
  if (pid === undefined) throw new Error("What prints its address has a process.")
  const askPreloaded = async (): Promise<number> => {
    child.send("asked")
    const [answer] = await once(child, "message")
    return Number(answer)
  }
  return { name, url, pid, askPreloaded, stop: () => stop(child) }
}

/** The key of all processes that share a database. */
const secretKey = Buffer.from("the secret key of all benchmarks. ").toString("base64")

const serve = (
  databaseUrl: string,
  { environment = {}, isLogged = false, pool, preload }: ServiceOptions,
): ChildProcess =>
  start("../apps/api/vintem.mjs", ["serve"], {
    complaints: isLogged ? "ignore" : "inherit",
    // The flags of `npm start`.
    flags: ["--max-semi-space-size=32", ...(preload === undefined ? [] : [`--import=${preload}`])],
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      VINTEM_ENV: "sandbox",
      VINTEM_SECRET_KEY: secretKey,
      // If the access log's cost is not the question, neither side keeps one.
      VINTEM_LOG_LEVEL: isLogged ? "info" : "warn",
      VINTEM_RATE_LIMIT: "1000000000",
      ...(pool === undefined ? {} : { VINTEM_DB_POOL: String(pool) }),
      ...environment,
    },
  })

/**
 * @param program - a file of `bench`; takes its database's path or URL and other arguments, and prints the address it
 *   listens on
 */
export const startBaseline = async (
  program: string,
  args: ReadonlyArray<string>,
  name = "baseline",
): Promise<RunningServer> => {
  const child = start(program, args, { complaints: "inherit", flags: [], env: { NODE_ENV: "production" } })
  const [url] = await printed(child, /(http:\/\/127\.0\.0\.1:\d+)/u, /(http)/u)
  return running(name, url, child)
}

interface Surroundings {
  /** The handling of its standard error. */
  readonly complaints: "ignore" | "inherit"
  /** Node's flags, in addition to this process's. */
  readonly flags: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

const bench = new URL("../", import.meta.url)

const start = (program: string, args: ReadonlyArray<string>, { complaints, env, flags }: Surroundings): ChildProcess =>
  fork(fileURLToPath(new URL(program, bench)), args, {
    execArgv: [...process.execArgv, ...flags],
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", complaints, "ipc"],
  })

/** The first matches of two patterns in a process's output, once both have matched. */
const printed = (child: ChildProcess, one: RegExp, other: RegExp): Promise<readonly [string, string]> =>
  new Promise((resolve, reject) => {
    let text = ""
    if (child.stdout === null) throw new Error("What a server prints is read.")
    createInterface(child.stdout).on("line", (line) => {
      text += `${line}\n`
      const [, first] = one.exec(text) ?? []
      const [, second] = other.exec(text) ?? []
      if (first !== undefined && second !== undefined) resolve([first, second])
    })
    child.once("exit", () => reject(new Error(`A server ended before it listened:\n${text}`)))
  })

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGTERM")
  await once(child, "exit")
}
