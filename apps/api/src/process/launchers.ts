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
  /** Tells it from a later process of the same number. Null if the system does not tell (it has no `/proc`). */
  readonly startedAt: string | null
}

/** What npm, and what vintem.mjs when it runs itself again, put into the environment of what they start. */
const marks = ["npm_lifecycle_event", "RUN_AGAIN_BY_VINTEM"]

/**
 * From the parent up to the outermost npm; none if this process was not started by npm. Only the parent if the system does not
 * tell more.
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

/** Ends as soon as one of them has ended. The programs between that one and this process are stopped. */
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
  // The name of the program comes before, in parentheses, and may hold anything.
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
