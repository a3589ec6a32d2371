/** The proof: the real service under load, killed again and again, and checked after each recovery. */
import { setTimeout } from "node:timers/promises"
import { type Breach, breachesOf, type Check, openEvidence } from "./check.ts"
import { wholeService } from "./checks/whole-service.ts"
import { comesUponAnother, type Kill, killSchedule } from "./kill-schedule.ts"
import { randomFrom } from "./random.ts"
import { onRealProcesses } from "./real-processes.ts"
import type { Scenario } from "./scenario.ts"
import { scenarios as known } from "./scenarios.ts"
import type { ServiceProcess } from "./service-process.ts"
import { openShop, type Shop } from "./shop.ts"
import { beginTurning, comeToRest, disturb, untilAnswered } from "./under-load.ts"

export interface CrashRun {
  readonly seed: number
  readonly kills: number
  /** Empty; the files of the service and of the acquirer stay there. */
  readonly folder: string
  /** Takes the run's reports, a line at a time. */
  readonly tell: (line: string) => void
}

export interface CrashReport {
  /** None if all promises held. The run ends with the first kill that breaks one, and leaves the files unchanged. */
  readonly breaches: ReadonlyArray<Breach>
  readonly checks: ReadonlyArray<Check>
  /** The service's file, and the acquirer's. */
  readonly file: string
  readonly books: string
  /** The service's time at the last check, epoch milliseconds. */
  readonly now: number
}

/** Fails if the service does not come back, or does not come to rest. */
export const crashRun = (run: CrashRun): Promise<CrashReport> =>
  onRealProcesses(run.folder, (service, books) => prove(run, service, books))

const prove = async ({ seed, kills, tell }: CrashRun, service: ServiceProcess, books: string): Promise<CrashReport> => {
  const { file } = service
  await service.start()
  const shop = await openShop(service)
  const random = randomFrom(seed)
  const scenarios = await Promise.all(known.map((open) => open(shop, random.fork())))
  const checks = [...wholeService, ...scenarios.flatMap((scenario) => scenario.checks)]
  const schedule = killSchedule(seed, kills)
  let now = 0

  for (const [position, kill] of schedule.entries()) {
    await leadUpTo(kill, service, shop, scenarios)
    await service.kill()
    disturb(scenarios)
    const { moment, answers, delayMillis } = kill
    const title = `kill ${position + 1} of ${kills}, ${moment}, after ${answers} answers and ${delayMillis} ms`
    const next = schedule[position + 1]
    if (next !== undefined && comesUponAnother(next)) {
      tell(title)
      continue
    }

    await service.start()
    now = await comeToRest(shop, scenarios)
    const evidence = openEvidence(file, books, now)
    const breaches = await breachesOf(checks, evidence).finally(evidence.close)
    tell(`${title}: ${scenarios.map(({ load }) => load.progress()).join("; ")}`)
    if (breaches.length > 0) return { breaches, checks, file, books, now }
  }
  await service.stop()
  return { breaches: [], checks, file, books, now }
}

/** Brings the service to the moment of its kill. */
const leadUpTo = async (
  { moment, answers, delayMillis }: Kill,
  service: ServiceProcess,
  shop: Shop,
  scenarios: ReadonlyArray<Scenario>,
): Promise<void> => {
  switch (moment) {
    case "starting":
      service.begin()
      break
    case "resuming":
      await service.start()
      beginTurning(shop)
      await untilAnswered(scenarios, answers)
      break
    case "serving":
      for (const { load } of scenarios) load.start()
      await untilAnswered(scenarios, answers)
      break
    case "reconciling":
      for (const { load } of scenarios) load.start()
      await untilAnswered(scenarios, answers)
      disturb(scenarios)
      beginTurning(shop)
      break
  }
  await setTimeout(delayMillis)
}
