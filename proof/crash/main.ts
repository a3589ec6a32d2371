/** `npm run crash`: exit status 0 if the service kept its promises, 1 if it did not, 2 for a wrong argument. */
import { randomInt } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect, parseArgs } from "node:util"
import { startPostgres } from "@vintem/test-postgres/server"
import type { Breach } from "./check.ts"
import { type CrashReport, type CrashRun, crashRun } from "./crash-run.ts"
import { processesRun } from "./processes/processes-run.ts"
import { renewalRun } from "./renewals/renewal-run.ts"
import { wholeNumber } from "./whole-number.ts"

const usage = `npm run crash -- [--kills N] [--seed S]

Kills the service N times (30) under load, and as often amid the renewals of subscriptions, and looks whether it kept its word.
Then the same with three processes on one PostgreSQL, of which one is killed while another loses its connections, N / 5 times each.
The same seed (0 to 4294967295) brings the same kills and orders; without one it is drawn, and printed.`

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const readArguments = () => {
  try {
    const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } })
    const kills = wholeNumber(values.kills ?? "30", 1, 1_000_000)
    const seed = wholeNumber(values.seed ?? String(randomInt(2 ** 32)), 0, 2 ** 32 - 1)
    return kills === null || seed === null ? null : { kills, seed }
  } catch {
    return null
  }
}

/** Only the first breaches of a check are printed. */
const toldPerCheck = 10

const tellBreaches = (breaches: ReadonlyArray<Breach>): void => {
  for (const [broken, all] of Map.groupBy(breaches, (breach) => breach.broken)) {
    complain(`\nNot true: ${broken}`)
    for (const { by } of all.slice(0, toldPerCheck)) complain(`  ${by}`)
    if (all.length > toldPerCheck) complain(`  and ${all.length - toldPerCheck} more`)
  }
}

interface Given {
  readonly kills: number
  readonly seed: number
}

/** The number of kills of one process for each round with three. */
const killsPerRound = 5

/** Under load, then amid renewals of subscriptions, then both on several processes. */
const proveAll = async (given: Given): Promise<boolean> =>
  (await prove(crashRun, given)) &&
  (await prove(renewalRun, given)) &&
  (await prove(onPostgres, { ...given, kills: Math.ceil(given.kills / killsPerRound) }))

const onPostgres = async (run: CrashRun): Promise<CrashReport> => {
  const { stop, url: databaseUrl } = await startPostgres()
  return processesRun({ ...run, databaseUrl }).finally(stop)
}

const prove = async (proof: (run: CrashRun) => Promise<CrashReport>, { kills, seed }: Given): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), "vintem-crash-"))
  say(`Seed ${seed}, files in ${folder}`)
  const isKept = await proof({ kills, seed, folder, tell: say }).then(
    ({ breaches, checks }) => {
      tellBreaches(breaches)
      if (breaches.length === 0) say(`Killed ${kills} times: all ${checks.length} checks hold.`)
      return breaches.length === 0
    },
    (cause: unknown) => {
      complain(`\nThe run could not go on. ${inspect(cause)}`)
      return false
    },
  )
  if (isKept) await rm(folder, { recursive: true })
  else
    complain(
      `\nFiles and the service's log are left in ${folder}. Again: npm run crash -- --kills ${kills} --seed ${seed}`,
    )
  return isKept
}

const given = readArguments()
if (given === null) complain(usage)
// Every child ends with this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
process.exit(given === null ? 2 : (await proveAll(given)) ? 0 : 1)
