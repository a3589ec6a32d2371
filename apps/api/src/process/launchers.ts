/**
 * The programs between this process and the user's `npm start`: npm, its shell, a watcher.
 *
 * They do not all pass on a signal to stop, and killed ones cannot. So the serving process checks whether they still run. A process that
 * was started without npm is not tied to its parent: it may have been sent to the background on purpose.
 */
import { readFileSync } from "node:fs"
import { Duration, Effect } from "effect"

const lookInterval = Duration.millis(500)

interface Launcher {
  readonly pid: number
  /** Distinguishes it from a later process with this number. Null if the system does not say (without `/proc`). */
  readonly startedAt: string | null
}

/** Variables that npm sets for its children, and vintem.mjs when it runs itself again. */
const marks = ["npm_lifecycle_event", "RUN_AGAIN_BY_VINTEM"]

/**
 * From the parent up to the outermost npm; none if npm did not start this process. Only the parent if the system does
 * not say more.
 */
const launchersNow = (): ReadonlyArray<Launcher> => {
  const launchers: Array<Launcher> = []
  let pid = process.ppid
  let isLaunched = marks.some((mark) => process.env[mark] !== undefined)
  while (isLaunched) {
    const found = lookUp(pid)
    launchers.push({ pid, startedAt: found?.startedAt ?? null })
    if (found === null) break
    isLaunched = isMarked(pid)
    pid = found.parent
  }
  return launchers
}

/** Ends once one of them has ended. Stops the programs between that one and this process. */
export const launchersEnd = Effect.sync(launchersNow).pipe(
  Effect.map(
    Effect.fnUntraced(function* (launchers) {
      while (true) {
        const ended = launchers.findIndex(hasEnded)
        if (ended >= 0) return launchers.slice(0, ended).forEach(tellToStop)
        yield* launchers.length === 0 ? Effect.never : Effect.sleep(lookInterval)
      }
    }),
  ),
)

const hasEnded = ({ pid, startedAt }: Launcher): boolean => {
  if (startedAt === null) return process.ppid !== pid || !canBeSignalled(pid)
  const found = lookUp(pid)
  return found === null || found.startedAt !== startedAt || found.isOver
}

const tellToStop = ({ pid }: Launcher): void => {
  if (canBeSignalled(pid)) process.kill(pid, "SIGTERM")
}

const canBeSignalled = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const lookUp = (
  pid: number,
): { readonly parent: number; readonly startedAt: string; readonly isOver: boolean } | null => {
  const text = textOf(`/proc/${pid}/stat`)
  if (text === null) return null
  // The program's name precedes this, in parentheses, and may hold any character.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  const [state = "", parent = ""] = fields
  return { parent: Number(parent), startedAt: fields[19] ?? "", isOver: state === "Z" || state === "X" }
}

const isMarked = (pid: number): boolean => {
  const variables = textOf(`/proc/${pid}/environ`)?.split("\0") ?? []
  return variables.some((variable) => marks.some((mark) => variable.startsWith(`${mark}=`)))
}

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return null
  }
}
