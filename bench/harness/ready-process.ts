/** A server as a child process, from its start until it is ready. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface ReadyProcess {
  /** From spawning to the first 200 of `GET /health/ready`. */
  readonly readyMillis: number
  /** The spawned process, not its children. */
  readonly pid: number
  /** Ends it and its children. */
  readonly stop: () => Promise<void>
}

/** The pause between readiness checks: short enough not to count, long enough not to disturb. */
const pollMillis = 10

const patienceMillis = 60_000

/** @param env - a free `PORT` is added to it; the log has warnings only */
export const spawnUntilReady = async (
  command: string,
  args: ReadonlyArray<string>,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<ReadyProcess> => {
  const port = await freePort()
  const began = performance.now()
  // A separate process group, so that a signal also reaches its children.
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PORT: String(port), VINTEM_LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  })
  await once(child, "spawn")
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} has no process.`)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(-pid, "SIGTERM")
    await once(child, "exit")
  }
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(" ")} ended before it was ready.`)
    if (performance.now() - began > patienceMillis) {
      await stop()
      throw new Error(`${command} ${args.join(" ")} is not ready after ${patienceMillis / 1_000} seconds.`)
    }
    await sleep(pollMillis)
  }
  return { readyMillis: performance.now() - began, pid, stop }
}

export interface Cost {
  /** Memory in use that is not on the disk, in MB of a million bytes. */
  readonly residentMegabytes: number
  /** Processor time since it was spawned, over all its threads. */
  readonly processorMillis: number
}

/** A process's cost so far, from Linux. */
export const costOf = async (pid: number): Promise<Cost> => {
  if (process.platform !== "linux") throw new Error("What a process costs is read from /proc, which is on Linux only.")
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, "utf8"),
    readFile(`/proc/${pid}/stat`, "utf8"),
  ])
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/mu.exec(status) ?? []
  // After the name in parentheses: user and system time are the 12th and 13th, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return {
    residentMegabytes: (Number(kibibytes) * 1_024) / 1_000_000,
    processorMillis: (Number(fields[11]) + Number(fields[12])) * 10,
  }
}

const isReady = async (port: number): Promise<boolean> => {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { connection: "close" } })
    return status === 200
  } catch {
    return false // it does not listen yet
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (typeof address !== "object" || address === null) throw new Error("A listening socket has an address.")
  return address.port
}
