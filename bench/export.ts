/**
 * How much memory does an export of a million orders take?
 *
 * `vintem export orders` is run as an operator runs it, its output read and thrown away: once with the three orders that the million are
 * copies of, which is what the program takes when it does next to nothing, and once with the million. Measured is the most that the process
 * ever held in memory, as the system counts it. Its promise: 60 MB more for the million.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { secretKey } from "./harness/servers.ts"
import { withFilledService } from "./load/filled-service.ts"
import { fillSqlite, placeTemplates } from "./order-list.ts"

const targetMegabytes = 60
/** How often the process is looked at. What it held at most only grows, so that what is missed is what the last 20 ms added. */
const lookMillis = 20

/** One form after another: they differ in how a row is written. */
const forms: Readonly<Record<string, ReadonlyArray<string>>> = { CSV: [], JSON: ["--json"] }

export const exportOrders = (): Promise<void> => {
  const few = new Map<string, Exported>()
  return withFilledService({
    place: async (service, agent) => {
      await placeTemplates(service, agent)
      for (const [form, flags] of Object.entries(forms)) few.set(form, await exported(service.file, flags))
    },
    fill: fillSqlite,
    measure: async ({ file }) => {
      for (const [form, flags] of Object.entries(forms)) {
        const before = few.get(form)?.peakMegabytes ?? Number.NaN
        const { lines, peakMegabytes, seconds } = await exported(file, flags)
        console.log(
          `export as ${form.padEnd(4)}  ${lines} lines in ${seconds.toFixed(0)} s, at most ${peakMegabytes.toFixed(0)} MB; ` +
            `of three orders ${before.toFixed(0)} MB: ${(peakMegabytes - before).toFixed(0)} MB more (target at most ${targetMegabytes})`,
        )
      }
    },
  })
}

interface Exported {
  readonly lines: number
  readonly seconds: number
  /** The most it held, in MB of a million bytes. */
  readonly peakMegabytes: number
}

const exported = async (file: string, flags: ReadonlyArray<string>): Promise<Exported> => {
  const program = fileURLToPath(new URL("../apps/api/vintem.mjs", import.meta.url))
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ["--conditions=source", program, "export", "orders", "--from", "2020-01-01", "--to", "2030-01-01", ...flags],
    {
      env: { ...process.env, DATABASE_URL: `sqlite:${file}`, VINTEM_SECRET_KEY: secretKey },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  let lines = 0
  child.stdout.on("data", (part: Buffer) => {
    for (const byte of part) if (byte === newLine) lines += 1
  })
  let peakMegabytes = 0
  let isOver = false
  const end = once(child, "close").finally(() => {
    isOver = true
  })
  while (!isOver) {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid))
    await sleep(lookMillis)
  }
  const [status]: ReadonlyArray<unknown> = await end
  if (status !== 0) throw new Error(`vintem export orders ended with ${status}.`)
  return { lines, peakMegabytes, seconds: (performance.now() - began) / 1_000 }
}

const newLine = "\n".charCodeAt(0)

/** What a process held at most so far; 0 where it has ended. */
const peakOf = (pid: number | undefined): number => {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return (Number(kibibytes ?? 0) * 1_024) / 1_000_000
  } catch {
    return 0
  }
}
