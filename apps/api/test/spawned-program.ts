/** The program as an operator runs it: another process, with its arguments, its environment and its exit status. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/vintem-tests", import.meta.url))

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  /** Its output so far, on standard output and on standard error. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Waits until standard output matches, and returns the match. Fails if the program ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

export interface Surroundings {
  /** The working folder. */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a command to its end. */
export const runProgram = (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<Ended> =>
  startProgram(args, surroundings).ended

/** Runs a command to its end with a standard output that takes no byte. */
export const runWithoutRoom = async (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<Ended> => {
  const full = openSync(fullDevice, "w")
  const child = spawn(process.execPath, argumentsOf(args), { ...within(surroundings), stdio: ["ignore", full, "pipe"] })
  const stderr = collected(child.stderr)
  const status = await endOf(child)
  closeSync(full)
  return { status, stdout: "", stderr: stderr() }
}

/** Linux has it. */
export const fullDevice = "/dev/full"

export const startProgram = (args: ReadonlyArray<string>, surroundings: Surroundings): Running => {
  const child = spawn(process.execPath, argumentsOf(args), {
    ...within(surroundings),
    stdio: ["ignore", "pipe", "pipe"],
  })
  const stdout = collected(child.stdout)
  const stderr = collected(child.stderr)
  const ended = endOf(child).then((status) => ({ status, stdout: stdout(), stderr: stderr() }))
  return {
    stdout,
    stderr,
    printed: (pattern) => matching(child, stdout, pattern, ended),
    signal: (signal) => child.kill(signal),
    ended,
  }
}

const argumentsOf = (args: ReadonlyArray<string>) => ["--conditions=vintem-source", main, ...args]

/** The environment has only the paths of programs. Compiled code of one run is there for the next. */
const within = ({ folder, environment = {} }: Surroundings) => ({
  cwd: folder,
  env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: compileCache, ...environment },
})

const collected = (stream: NodeJS.ReadableStream | null) => {
  let text = ""
  stream?.setEncoding("utf8")
  stream?.on("data", (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** Once all its output was read. */
const endOf = async (child: ChildProcess): Promise<number | null> => {
  const [status]: ReadonlyArray<unknown> = await once(child, "close")
  return typeof status === "number" ? status : null
}

const matching = (child: ChildProcess, stdout: () => string, pattern: RegExp, ended: Promise<Ended>) =>
  new Promise<RegExpExecArray>((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(stdout())
      if (match === null) return
      child.stdout?.off("data", look)
      resolve(match)
    }
    child.stdout?.on("data", look)
    look()
    ended.then(({ stderr }) => reject(new Error(`The program ended before it printed ${pattern}: ${stderr}`)), reject)
  })
