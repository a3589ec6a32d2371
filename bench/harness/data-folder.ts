/** A folder for the databases of one benchmark, deleted when it ends. */
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Cause, Effect, Exit } from "effect"

/**
 * In the repository's own data folder: the system's temporary folder is often in memory, where a commit costs nothing.
 */
export const inDataFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const data = fileURLToPath(new URL("../../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** For an effect, which a signal interrupts. Throws its failure. */
export const effectInDataFolder = async <E>(use: (folder: string) => Effect.Effect<void, E>): Promise<void> => {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  process.once("SIGINT", abort).once("SIGTERM", abort)
  const exit = await inDataFolder((folder) => Effect.runPromiseExit(use(folder), { signal: stop.signal }))
  process.off("SIGINT", abort).off("SIGTERM", abort)
  if (stop.signal.aborted) process.exit(1)
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
}
