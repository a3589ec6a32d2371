// `npm run mutants`: plants each fault of `mutants.json` in turn, and says whether the tests notice it.
//
// A fault that no test notices shows a test that is missing, or code that is not needed. The sample is fixed, so that two states of the
// tests can be compared. It was drawn at random from all comparisons, conditions and effects of the three packages; faults that change
// nothing were left out. A source is changed while its tests run and put back afterwards, also at Ctrl+C.
//
//   npm run mutants                 all of them
//   npm run mutants -- 12 40-43     those of these numbers
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import mutants from "./mutants.json" with { type: "json" }

interface Mutant {
  /** From the root of the repository. */
  readonly file: string
  /** Lines that stand in it once. */
  readonly original: string
  /** What they are replaced by. */
  readonly mutant: string
}

/** Whose tests may notice a fault in a package, and which of them: the nearest first. */
const witnesses: Readonly<
  Record<string, ReadonlyArray<readonly [workspace: string, ...options: ReadonlyArray<string>]>>
> = {
  "packages/domain": [["packages/domain"], ["packages/application"], ["packages/adapters"]],
  "packages/application": [["packages/application"], ["apps/api", "--project", "sqlite"]],
  "packages/adapters": [["packages/adapters"], ["apps/api", "--project", "sqlite"], ["apps/api", "--project", "smoke"]],
}

const packageOf = ({ file }: Pick<Mutant, "file">): string =>
  Object.keys(witnesses).find((folder) => file.startsWith(`${folder}/`)) ?? ""

const root = join(import.meta.dirname, "..")
let running: ChildProcess | undefined
let restore = () => {}

/** Ends what runs, with all that it has started: a fault may have one of them go round for ever. */
const end = (): void => {
  if (running?.pid !== undefined) process.kill(-running.pid, "SIGKILL")
}

process.on("SIGINT", () => {
  end()
  restore()
  process.exit(130)
})

/** Longer than the tests of any workspace take. */
const hangingMillis = 900_000

/** Whether the broad tests of a workspace fail, or hang; they stop at the first one. */
const notices = async (workspace: string, options: ReadonlyArray<string>): Promise<boolean> => {
  const projects = options.length > 0 ? options : ["--project", "broad"]
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  running = spawn(process.execPath, [vitest, "run", "--bail", "1", "--reporter", "dot", ...projects], {
    cwd: join(root, workspace),
    stdio: "ignore",
    detached: true,
  })
  const hanging = setTimeout(end, hangingMillis)
  const [status]: ReadonlyArray<unknown> = await once(running, "exit")
  clearTimeout(hanging)
  running = undefined
  return status !== 0
}

/** @returns the workspace whose tests notice it, the nearest that does */
const noticed = async ({ file, original, mutant }: Mutant): Promise<string | undefined> => {
  const path = join(root, file)
  const source = readFileSync(path, "utf8")
  if (source.split(original).length !== 2)
    throw new Error(`${file} has changed: write this entry of mutants.json anew.`)
  restore = () => writeFileSync(path, source)
  writeFileSync(
    path,
    source.replace(original, () => mutant),
  )
  try {
    for (const [workspace, ...options] of witnesses[packageOf({ file })] ?? [])
      if (await notices(workspace, options)) return workspace
    return undefined
  } finally {
    restore()
  }
}

const isWanted = (number: number): boolean => {
  const ranges = process.argv.slice(2).map((range) => range.split("-").map(Number))
  return ranges.length === 0 || ranges.some(([from = 0, to = from]) => number >= from && number <= to)
}

const wanted = mutants.map((mutant, index) => ({ number: index + 1, mutant })).filter(({ number }) => isWanted(number))

// What fails without any fault would notice them all.
const commands = new Set(
  wanted.flatMap(({ mutant }) => (witnesses[packageOf(mutant)] ?? []).map((one) => one.join(" "))),
)
for (const command of commands) {
  const [workspace = "", ...options] = command.split(" ")
  if (await notices(workspace, options)) throw new Error(`The tests of ${workspace} fail as it is: mend that first.`)
}

const survivors: Array<number> = []
for (const { number, mutant } of wanted) {
  const by = await noticed(mutant)
  if (by === undefined) survivors.push(number)
  console.log(`${number} ${mutant.file}: ${by === undefined ? "NOT NOTICED" : `noticed by ${by}`}`)
}
console.log(survivors.length === 0 ? "All were noticed." : `Not noticed: ${survivors.join(", ")}.`)
