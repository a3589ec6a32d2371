/**
 * Starts a PostgreSQL for tests or benchmarks, and stops it.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A running server. */
export interface PostgresServer {
  /** The URL of its database `postgres`; the user may create databases. */
  readonly url: string
  /** Ends it, and deletes all its files. If it is never called, this process's end does that. */
  readonly stop: () => Promise<void>
}

/** A server with durable commits, as in production: for benchmarks. */
export interface DurableServer {
  /**
   * The folder of its files while it runs: it has to exist, be readable for everybody, and lie on the measured disk.
   */
  readonly folder: string
}

/** Two servers: the first one acknowledges a commit when the second one, a hot standby, has it. */
export interface ReplicatedPostgres {
  readonly primary: ServerProcess
  readonly standby: ServerProcess
  /** Ends both, and deletes all their files. */
  readonly stop: () => Promise<void>
}

/** A server that can be away for a while: it keeps its data and its address. */
export interface RestartablePostgres extends PostgresServer {
  /** Stops it like its operator. */
  readonly halt: () => Promise<void>
  /** Resolves when it takes connections. */
  readonly start: () => Promise<void>
}

interface ServerProcess {
  /** The URL of its database `postgres`. */
  readonly url: string
  readonly pid: number
}

/**
 * Rejects with the server's complaint if it does not start.
 *
 * @param durable - if absent, nothing waits for the disk, which is right for tests
 */
export const startPostgres = async (durable?: DurableServer): Promise<PostgresServer> => {
  const { servers, stop } = await startServers(durable ? [durable.folder] : [])
  return { url: serverAt(servers, 0).url, stop }
}

export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const { servers, stop } = await startServers(["--standby"])
  return { primary: serverAt(servers, 0), standby: serverAt(servers, 1), stop }
}

export const startRestartablePostgres = async (): Promise<RestartablePostgres> => {
  const { order, servers, stop } = await startServers(["--restarts"])
  return { url: serverAt(servers, 0).url, stop, halt: () => order("stop"), start: () => order("start") }
}

const serverAt = (servers: ReadonlyArray<ServerProcess>, place: number): ServerProcess => {
  const server = servers[place]
  if (server === undefined) throw new Error(`The program started ${servers.length} servers.`)
  return server
}

const startServers = async (args: ReadonlyArray<string>) => {
  const program = spawn(process.execPath, [fileURLToPath(new URL("./server-program.ts", import.meta.url)), ...args], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  })
  let complaint = ""
  program.stderr.on("data", (chunk) => {
    complaint += String(chunk)
  })
  const ended = once(program, "close")
  const lines = createInterface(program.stdout)
  const nextLine = async (): Promise<string> => {
    const [line] = await Promise.race([once(lines, "line"), ended.then(() => [])])
    if (line === undefined) throw new Error(`PostgreSQL for tests did not start: ${complaint}`)
    return String(line)
  }
  const servers: ReadonlyArray<ServerProcess> = JSON.parse(await nextLine())
  return {
    servers,
    order: async (line: string) => {
      const done = nextLine()
      program.stdin.write(`${line}\n`)
      await done
    },
    stop: async () => {
      program.stdin.end()
      await ended
    },
  }
}
