/**
 * The proof for several processes on one PostgreSQL: under load, and amid renewals, one is killed and another loses its
 * connections; the others take over, and together they keep the service's promises.
 */
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { startAcquirer } from "../acquirer-process.ts"
import { type Breach, breachesOf, type Check, openEvidence } from "../check.ts"
import { vintemCheck, vintemCheckOf } from "../checks/vintem-check.ts"
import { wholeService } from "../checks/whole-service.ts"
import type { CrashReport, CrashRun } from "../crash-run.ts"
import { type Random, randomFrom } from "../random.ts"
import { askingSeconds, beliefSeconds, patienceMillis } from "../real-processes.ts"
import { checksOf as checksOfRenewals } from "../renewals/checks.ts"
import { leavingOf } from "../renewals/renewal-run.ts"
import { subscribeAll } from "../renewals/subscribers.ts"
import { scenarios as known } from "../scenarios.ts"
import { openShop, type Shop } from "../shop.ts"
import { within } from "../time-limit.ts"
import { beginTurning, comeToRest, disturb, untilAnswered } from "../under-load.ts"
import { copyToFile } from "./postgres-evidence.ts"
import { type Member, type SeveralProcesses, severalProcesses } from "./several-processes.ts"

export interface ProcessesRun extends CrashRun {
  /** A PostgreSQL without tables. */
  readonly databaseUrl: string
}

const names = ["vintem-1", "vintem-2", "vintem-3"]
const daySeconds = 86_400
/**
 * The answers before a round's trouble: at least this many, and up to `answersBeyond` more. `answersMeanwhile` is the
 * minimum while one of three processes is dead.
 */
const answersBefore = 60
const answersBeyond = 80
const answersMeanwhile = 30
/** How often connections are cut in a round, and the longest pause between two cuts, milliseconds. */
const cuts = 6
const cutPauseMaxMillis = 60

/** Fails if a process does not come back, or the service does not come to rest. */
export const processesRun = async (run: ProcessesRun): Promise<CrashReport> => {
  const { databaseUrl, folder } = run
  const acquirer = await startAcquirer(folder)
  const processes = await severalProcesses(folder, databaseUrl, names, {
    ...acquirer.environment,
    VINTEM_DB_POOL: "5",
  })
  return prove(run, processes, acquirer.books).finally(async () => {
    await processes.end()
    await acquirer.stop()
  })
}

const prove = async (
  { databaseUrl, folder, kills, seed, tell }: ProcessesRun,
  processes: SeveralProcesses,
  books: string,
): Promise<CrashReport> => {
  const [first, ...others] = processes.members
  await first?.start()
  await Promise.all(others.map(({ start }) => start()))
  const shop = await openShop(processes)
  const random = randomFrom(seed)
  const file = join(folder, "vintem.db")
  let looks = 0
  const look = async (checks: ReadonlyArray<Check>, now: number): Promise<ReadonlyArray<Breach>> => {
    looks += 1
    const copy = looks === 1 ? file : join(folder, `vintem-${looks}.db`)
    await copyToFile(databaseUrl, copy)
    const evidence = openEvidence(copy, books, now)
    return breachesOf(checks, evidence).finally(evidence.close)
  }
  const withOwnCheck = (checks: ReadonlyArray<Check>) =>
    checks.map((check) => (check === vintemCheck ? vintemCheckOf(() => databaseUrl) : check))

  const scenarios = await Promise.all(known.map((open) => open(shop, random.fork())))
  const checks = withOwnCheck([...wholeService, ...scenarios.flatMap((scenario) => scenario.checks)])
  let now = 0
  for (let round = 1; round <= kills; round += 1) {
    for (const { load } of scenarios) load.start()
    await untilAnswered(scenarios, answersBefore + random.below(answersBeyond))
    disturb(scenarios)
    // In every second round some process is moving the clock meanwhile.
    if (round % 2 === 0) beginTurning(shop)
    const told = await trouble(processes, round, random, () => untilAnswered(scenarios, answersMeanwhile))
    now = await comeToRest(shop, scenarios)
    const breaches = await look(checks, now)
    tell(`processes, round ${round} of ${kills}, ${told}: ${scenarios.map(({ load }) => load.progress()).join("; ")}`)
    if (breaches.length > 0) return { breaches, checks, file, books, now }
  }
  const renewals = await renewalsOf(shop, processes, kills, random, async (own, at, told) => {
    tell(`processes, ${told}`)
    return look(withOwnCheck(own), at)
  })
  await Promise.all(processes.members.map(({ stop }) => stop()))
  return { breaches: renewals.breaches, checks: [...checks, ...renewals.checks], file, books, now }
}

/** Kills one, cuts off another, and restarts the first when the rest have worked without it. @returns a description */
const trouble = async (
  { members }: SeveralProcesses,
  round: number,
  random: Random,
  meanwhile: () => Promise<void>,
): Promise<string> => {
  const victim = memberAt(members, round)
  const cutOff = memberAt(members, round + 1)
  await victim.kill()
  let count = 0
  for (let cut = 0; cut < cuts; cut += 1) {
    count += await cutOff.cutConnections()
    await setTimeout(random.below(cutPauseMaxMillis))
  }
  await meanwhile()
  await victim.start()
  return `${victim.name} killed, ${count} connections of ${cutOff.name} cut`
}

const memberAt = (members: ReadonlyArray<Member>, n: number): Member => {
  const member = members[n % members.length]
  if (member === undefined) throw new Error("There are no processes.")
  return member
}

/** Milliseconds. About as long as moving the clock takes: the trouble falls within it. */
const turningMillis = 1_500

const renewalsOf = async (
  shop: Shop,
  processes: SeveralProcesses,
  rounds: number,
  random: Random,
  look: (checks: ReadonlyArray<Check>, now: number, told: string) => Promise<ReadonlyArray<Breach>>,
): Promise<Pick<CrashReport, "breaches" | "checks">> => {
  const subscribers = await subscribeAll(shop)
  const checks = checksOfRenewals(subscribers)
  const cancels = leavingOf(shop, subscribers)
  for (let round = 1; round <= rounds; round += 1) {
    const turning = beginTurning(shop, 2 * daySeconds)
    cancels.begin()
    await setTimeout(random.below(turningMillis))
    const told = await trouble(processes, round + 1, random, async () => {})
    await turning
    await shop.turnClock(beliefSeconds)
    await within(patienceMillis, cancels.answered(), () => "Not everybody who canceled was answered")
    const now = await shop.turnClock(askingSeconds)
    const breaches = await look(checks, now, `renewals, round ${round} of ${rounds}, ${told}`)
    if (breaches.length > 0) return { breaches, checks }
  }
  return { breaches: [], checks }
}
