/**
 * The proof for subscriptions: the real service, killed again and again while its clock is moved over renewal days.
 *
 * It is a separate run: in an hour of the other proof's clock no period ends, and in a day of this one's idempotency
 * keys expire.
 */
import { setTimeout } from "node:timers/promises"
import { breachesOf, openEvidence } from "../check.ts"
import type { CrashReport, CrashRun } from "../crash-run.ts"
import { comesUponAnother, type Kill, killSchedule } from "../kill-schedule.ts"
import { type Random, randomFrom } from "../random.ts"
import { askingSeconds, beliefSeconds, onRealProcesses, patienceMillis } from "../real-processes.ts"
import type { ServiceProcess } from "../service-process.ts"
import { openShop, type Shop } from "../shop.ts"
import { within } from "../time-limit.ts"
import { checksOf } from "./checks.ts"
import { cancelSubscription, type Subscriber, subscribeAll } from "./subscribers.ts"

const daySeconds = 86_400
/** The most days per move. */
const daysMax = 3
/** Milliseconds. About as long as a move takes: the kill falls within it. */
const turningMillis = 3_000
/** Milliseconds. About as long as the charges of the first day take: half the kills meet them. */
const chargingMillis = 300

/** Fails if the service does not come back, or does not come to rest. */
export const renewalRun = (run: CrashRun): Promise<CrashReport> =>
  onRealProcesses(run.folder, (service, books) => prove(run, service, books))

const prove = async ({ seed, kills, tell }: CrashRun, service: ServiceProcess, books: string): Promise<CrashReport> => {
  const { file } = service
  await service.start()
  const shop = await openShop(service)
  const subscribers = await subscribeAll(shop)
  const checks = checksOf(subscribers)
  const cancels = leavingOf(shop, subscribers)
  const random = randomFrom(seed)
  const schedule = killSchedule(seed, kills)
  let now = 0

  for (const [position, kill] of schedule.entries()) {
    const title = await leadUpTo(kill, service, shop, random, cancels.begin)
    await service.kill()
    const told = `renewals, kill ${position + 1} of ${kills}, ${title}`
    const next = schedule[position + 1]
    if (next !== undefined && comesUponAnother(next)) {
      tell(told)
      continue
    }

    await service.start()
    await shop.turnClock(beliefSeconds)
    await within(patienceMillis, cancels.answered(), () => "Not everybody who canceled was answered")
    now = await shop.turnClock(askingSeconds)
    const evidence = openEvidence(file, books, now)
    const breaches = await breachesOf(checks, evidence).finally(evidence.close)
    tell(`${told}: it is ${new Date(now).toISOString()}, ${cancels.count()} canceled`)
    if (breaches.length > 0) return { breaches, checks, file, books, now }
  }
  await service.stop()
  return { breaches: [], checks, file, books, now }
}

/** Brings the service to the moment of its kill: starting, or amid renewals. @returns the moment in words */
const leadUpTo = async (
  { delayMillis, moment }: Kill,
  service: ServiceProcess,
  shop: Shop,
  random: Random,
  beginCancel: () => void,
): Promise<string> => {
  if (moment === "starting") {
    service.begin()
    await setTimeout(delayMillis)
    return `${moment}, after ${delayMillis} ms`
  }
  if (moment === "resuming") await service.start()
  const days = 1 + random.below(daysMax)
  const millis = random.below(random.below(2) === 0 ? chargingMillis : turningMillis)
  // A kill may interrupt the move, which is no fault.
  shop.turnClock(days * daySeconds).catch(() => undefined)
  beginCancel()
  await setTimeout(millis)
  return `${millis} ms into ${days} days`
}

/** Subscribers who leave, one at a time, while there are any. */
export const leavingOf = (shop: Shop, subscribers: ReadonlyArray<Subscriber>) => {
  const waiting = subscribers.filter(({ kind }) => kind.isLeaving)
  const begun: Array<Promise<void>> = []
  return {
    begin: () => {
      const next = waiting[begun.length]
      if (next !== undefined) begun.push(cancelSubscription(shop, next, begun.length))
    },
    answered: () => Promise.all(begun),
    count: () => begun.length,
  }
}
