/**
 * `npm run hostile`: exit status 0 if everything was answered and no tick was too long, 1 if not, 2 for a wrong
 * argument.
 */
import { randomInt } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect, parseArgs } from "node:util"
import { wholeNumber } from "../crash/whole-number.ts"
import { type HostileReport, hostileRun, seedsFrom } from "./hostile-run.ts"
import { complaintsOf, linesOf } from "./report.ts"

const usage = `npm run hostile -- [--inputs N] [--seed S] [--only I] [--turn-max M]

Sends N hostile inputs (2000) to a service and a simulated acquirer that it starts, over all their operations, and says what they
answered and how long the longest tick of their event loops was. Fails where anything is answered with a 5xx, with faults without codes,
or not at all, where a process dies, and where a tick takes longer than M milliseconds (100). The same seed (0 to 4294967295) brings the same inputs; without
one it is drawn, and printed. --only sends one input, by the seed it was told with.`

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const options = {
  inputs: { type: "string", default: "2000" },
  seed: { type: "string" },
  only: { type: "string" },
  "turn-max": { type: "string", default: "100" },
} as const

const readArguments = () => {
  try {
    const { values } = parseArgs({ options })
    const inputs = wholeNumber(values.inputs, 1, 100_000_000)
    const seed = wholeNumber(values.seed ?? String(randomInt(2 ** 32)), 0, 2 ** 32 - 1)
    const tickMax = wholeNumber(values["turn-max"], 1, 3_600_000)
    const only = values.only === undefined ? undefined : wholeNumber(values.only, 0, 2 ** 32 - 1)
    return inputs === null || seed === null || tickMax === null || only === null
      ? null
      : { inputs, seed, tickMax, only }
  } catch {
    return null
  }
}

type Given = NonNullable<ReturnType<typeof readArguments>>

const run = async ({ inputs, only, seed, tickMax }: Given): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), "vintem-hostile-"))
  say(only === undefined ? `Seed ${seed}, files in ${folder}` : `Input ${only}, files in ${folder}`)
  const seeds = only === undefined ? seedsFrom(seed, inputs) : [only]
  const complaints = await hostileRun({ seeds, folder, tell: say }).then(
    (report: HostileReport) => {
      for (const line of linesOf(report)) say(line)
      return complaintsOf(report, tickMax)
    },
    (cause: unknown) => [`The run could not go on. ${inspect(cause)}`],
  )
  for (const line of complaints) complain(line)
  if (complaints.length === 0) await rm(folder, { recursive: true })
  else complain(`\nThe logs are left in ${folder}. Again: npm run hostile -- --inputs ${inputs} --seed ${seed}`)
  return complaints.length === 0
}

const given = readArguments()
if (given === null) complain(usage)
// Every child ends with this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
process.exit(given === null ? 2 : (await run(given)) ? 0 : 1)
