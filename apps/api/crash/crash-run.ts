/**
 * The proof: the real service under load, killed time and again, and found in order whenever it has come back.
 */
import { setTimeout } from "node:timers/promises"
import { startAcquirer } from "./acquirer-process.ts"
import { type Breach, breachesOf, type Check, openEvidence } from "./check.ts"
import { wholeService } from "./checks/whole-service.ts"
import { comesUponAnother, type Kill, killSchedule } from "./kill-schedule.ts"
import { randomFrom } from "./random.ts"
import type { Scenario } from "./scenario.ts"
import { scenarios as known } from "./scenarios.ts"
import { type ServiceProcess, serviceProcess } from "./service-process.ts"
import { openShop, type Shop } from "./shop.ts"
import { within } from "./time-limit.ts"

export interface CrashRun {
  readonly seed: number
  readonly kills: number
  /** Empty; the files of the service and of the acquirer stay there. */
  readonly folder: string
  /** Is told of the run, a line at a time. */
  readonly tell: (line: string) => void
}

export interface CrashReport {
  /** None where everything held. The run ends with the first kill that brings any, and leaves the files as they were found. */
  readonly breaches: ReadonlyArray<Breach>
  readonly checks: ReadonlyArray<Check>
  /** The service's file, and the acquirer's. */
  readonly file: string
  readonly books: string
  /** The service's time when it was looked at last, epoch milliseconds. */
  readonly now: number
}

/** Longer than anybody who was killed is believed to live: by then every claim and lease of theirs has run out. Seconds. */
const beliefSeconds = 60
/** Past the first askings for an outcome that is not known. Seconds. */
const askingSeconds = 150
/** Within which clients have to be answered, milliseconds: a limit for what hangs, not for what is slow. */
const patienceMillis = 300_000
/** How often is looked whether enough was answered, milliseconds. */
const lookMillis = 2

/** Fails where the service does not come back, or does not come to rest. */
export const crashRun = async (run: CrashRun): Promise<CrashReport> => {
  const { folder } = run
  const acquirer = await startAcquirer(folder)
  const service = serviceProcess(folder, acquirer.environment)
  return prove(run, service, acquirer.books).finally(() => Promise.all([service.kill(), acquirer.stop()]))
}

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

/** Brings the service to the moment at which it is to be killed. */
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

/** Turns the clock past what those who were killed had claimed. A kill may well end it, which is nobody's fault. */
const beginTurning = (shop: Shop): void => {
  shop.turnClock(beliefSeconds).catch(() => undefined)
}

const untilAnswered = async (scenarios: ReadonlyArray<Scenario>, answers: number): Promise<void> => {
  const answered = () => scenarios.reduce((sum, { load }) => sum + load.answered(), 0)
  const wanted = answered() + answers
  const until = performance.now() + patienceMillis
  while (answered() < wanted && performance.now() < until) await setTimeout(lookMillis)
  if (answered() < wanted) throw new Error(`Not answered: ${unansweredIn(scenarios)}`)
}

/** Has everything answered that was begun, and everything resolved that is not known. @returns the service's time afterwards */
const comeToRest = async (shop: Shop, scenarios: ReadonlyArray<Scenario>): Promise<number> => {
  const rest = Promise.all(scenarios.map(({ load }) => load.rest()))
  disturb(scenarios)
  await shop.turnClock(beliefSeconds)
  await within(patienceMillis, rest, () => `Not everything was answered: ${unansweredIn(scenarios)}`)
  const now = await shop.turnClock(askingSeconds)
  for (const { load } of scenarios) load.calm()
  return now
}

const unansweredIn = (scenarios: ReadonlyArray<Scenario>): string =>
  scenarios.flatMap(({ load }) => load.unanswered()).join("; ")

const disturb = (scenarios: ReadonlyArray<Scenario>): void => {
  for (const { load } of scenarios) load.disturb()
}
