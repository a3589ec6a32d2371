/**
 * Starts a PostgreSQL for tests or benchmarks, and stops it.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A server that runs. */
export interface PostgresServer {
  /** Of its database `postgres`, by whose user databases may be made. */
  readonly url: string
  /** Ends it, and takes away every file of its. Where this is never called, the end of this process does the same. */
  readonly stop: () => Promise<void>
}

/** One whose commits are on the disk, as in production: for benchmarks. */
export interface DurableServer {
  /** Where its files are for as long as it runs: an existing folder that everybody may read, on the disk that is meant. */
  readonly folder: string
}

/**
 * Rejects with what the server complained of where it does not start.
 *
 * @param durable - without it nothing is ever waited for to be on the disk, which is right for tests
 */
export const startPostgres = async (durable?: DurableServer): Promise<PostgresServer> => {
  const args = [fileURLToPath(new URL("./server-program.ts", import.meta.url)), ...(durable ? [durable.folder] : [])]
  const program = spawn(process.execPath, args, {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  })
  let complaint = ""
  program.stderr.on("data", (chunk) => {
    complaint += String(chunk)
  })
  const ended = once(program, "close")
  const line = await Promise.race([
    once(createInterface(program.stdout), "line").then(([text]) => String(text)),
    ended.then(() => undefined),
  ])
  if (line === undefined) throw new Error(`PostgreSQL for tests did not start: ${complaint}`)
  return {
    url: JSON.parse(line).url,
    stop: async () => {
      program.stdin.end()
      await ended
    },
  }
}
