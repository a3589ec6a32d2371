/**
 * How long until the service answers, and how much memory does it hold while idle?
 *
 * It stands for a first try on a small machine: everything is installed, there is no database yet, so the start
 * includes migrations, the demo company and its key. It is ready when `GET /health/ready` answers 200. Measured from
 * `npm start`, with npm and its scripts, and from the service's own process.
 *
 * The baseline (`baseline/start`) is a process that keeps an SQLite file open and gives this answer on `node:http`: the
 * cost of Node and the database without us. They start alternately, never at one time, and then idle together.
 */

import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { type Cost, costOf, type ReadyProcess, spawnUntilReady } from "./harness/ready-process.ts"

const runs = orShort(7, 1)
const idleSeconds = orShort(10, 1)

/** From `npm start` until ready. */
const readyTargetMillis = 1_500

/** The idle service's memory, in MB of a million bytes. */
const residentTargetMegabytes = 220

const root = fileURLToPath(new URL("..", import.meta.url))

export const start = async (): Promise<void> => {
  const data = join(root, "data")
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  const running = new Set<ReadyProcess>()
  const cleanUp = async (): Promise<void> => {
    await Promise.all([...running].map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
  const giveUp = (): void => {
    cleanUp().finally(() => process.exit(1))
  }
  process.once("SIGINT", giveUp).once("SIGTERM", giveUp)

  const begin = async ({ command, args, env }: Contestant): Promise<ReadyProcess> => {
    const database = join(await mkdtemp(join(folder, "run-")), "vintem.db")
    const ready = await spawnUntilReady(command, args, root, { ...env, DATABASE_URL: `sqlite:${database}` })
    running.add(ready)
    return ready
  }
  const end = async (ready: ReadyProcess): Promise<void> => {
    await ready.stop()
    running.delete(ready)
  }
  /** They start one after the other, and are measured again after they have been idle. */
  const measure = async (contestants: ReadonlyArray<Contestant>): Promise<ReadonlyArray<Figures>> => {
    const started: Array<ReadyProcess & Pick<Cost, "processorMillis">> = []
    for (const contestant of contestants) {
      const ready = await begin(contestant)
      started.push({ ...ready, processorMillis: (await costOf(ready.pid)).processorMillis })
    }
    await sleep(idleSeconds * 1_000)
    const costs = await Promise.all(started.map(({ pid }) => costOf(pid)))
    await Promise.all([...running].map(end))
    return started.map(({ readyMillis, processorMillis }, index) => ({
      readyMillis,
      processorMillis,
      residentMegabytes: costs[index]?.residentMegabytes ?? Number.NaN,
    }))
  }

  try {
    const whole: Array<number> = []
    const ours: Array<Figures> = []
    const theirs: Array<Figures> = []
    for (let run = 0; run < runs; run += 1) {
      const npm = await begin(npmStart())
      await end(npm)
      whole.push(npm.readyMillis)
      const [one, other] = await measure([await service(), baseline])
      if (one === undefined || other === undefined) throw new Error("Two were started.")
      ours.push(one)
      theirs.push(other)
      console.log(`npm start ${milliseconds(npm.readyMillis)}   Vintém ${line(one)}   baseline ${line(other)}`)
    }
    report(median(whole), medians(ours), medians(theirs))
  } finally {
    process.off("SIGINT", giveUp).off("SIGTERM", giveUp)
    await cleanUp()
  }
}

const report = (npmMillis: number, ours: Figures, theirs: Figures): void => {
  console.log(`\nnpm start ${milliseconds(npmMillis)}   (medians)`)
  console.log(`Vintém    ${line(ours)}`)
  console.log(`baseline  ${line(theirs)}`)
  const times = ours.readyMillis / theirs.readyMillis
  const memory = ours.residentMegabytes / theirs.residentMegabytes
  console.log(
    `\nstart: ready in ${times.toFixed(1)} times the baseline's time, idle in ${memory.toFixed(1)} times its memory`,
  )
  console.log(
    `start: npm start is ready in ${(npmMillis / 1_000).toFixed(2)} s (target ${readyTargetMillis / 1_000} s)`,
  )
  console.log(`start: idle in ${ours.residentMegabytes.toFixed(0)} MB (target ${residentTargetMegabytes} MB)`)
}

interface Contestant {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
}

const node = (...args: ReadonlyArray<string>): Contestant => ({ command: process.execPath, args, env: process.env })

/** The last command of `npm start`: `exec node`, and its arguments. */
const service = async (): Promise<Contestant> => {
  const manifest: { scripts: { start: string } } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  return node(...manifest.scripts.start.split(" ").slice(2))
}

const baseline = node("bench/baseline/start/server.ts")

/** Typed in a shell that knows nothing of the npm that runs this. */
const npmStart = (): Contestant => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "INIT_CWD")
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  return {
    command: "npm",
    args: ["start"],
    env: { ...Object.fromEntries(own), PATH: path.join(delimiter) },
  }
}

interface Figures {
  readonly readyMillis: number
  /** Processor time until it was ready. */
  readonly processorMillis: number
  /** After it had been idle. */
  readonly residentMegabytes: number
}

const medians = (figures: ReadonlyArray<Figures>): Figures => ({
  readyMillis: median(figures.map(({ readyMillis }) => readyMillis)),
  processorMillis: median(figures.map(({ processorMillis }) => processorMillis)),
  residentMegabytes: median(figures.map(({ residentMegabytes }) => residentMegabytes)),
})

const milliseconds = (value: number): string => `${value.toFixed(0).padStart(5)} ms`

const line = ({ readyMillis, processorMillis, residentMegabytes }: Figures): string =>
  `${milliseconds(readyMillis)} (processor ${milliseconds(processorMillis)}), idle ${residentMegabytes.toFixed(0).padStart(3)} MB`
