// Two processes on one PostgreSQL: they count requests together, and share the sandbox's clock.
import { ClockView, SingleOrderResponse } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { JobQueue } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { byCard } from "./example-orders.ts"
import { newPostgres } from "./postgres-under-test.ts"
import { type ServiceUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

describe("the rate limit of two processes", async () => {
  const database = await newPostgres()
  const environment = { VINTEM_RATE_LIMIT: "10" }
  const [one, other] = [serviceUnderTest({ database, environment }), serviceUnderTest({ database, environment })]

  it("is one: requests are counted together", async () => {
    const { key: token } = await one.newCompany()
    const ask = async (n: number) => {
      const { headers, status } = await (n % 2 === 0 ? one : other).call("GET", "/api/v1/order", { token })
      return [status, headers.get("x-ratelimit-remaining")]
    }
    expect([await ask(0), await ask(1), await ask(2)]).toEqual([
      [200, "9"],
      [200, "8"],
      [200, "7"],
    ])
    const rest = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
    expect(rest.filter(([status]) => status === 200)).toHaveLength(7)
    expect(rest.filter(([status]) => status === 429)).toHaveLength(13)
    expect((await ask(1))[0]).toBe(429)
    one.clock.advance({ seconds: 60 })
    other.clock.advance({ seconds: 60 })
    expect(await ask(1)).toEqual([200, "9"])
  })
})

describe("the sandbox's clock of two processes", async () => {
  const database = await newPostgres()
  const [one, other] = [serviceUnderTest({ database }), serviceUnderTest({ database })]

  const advance = (process: ServiceUnderTest, seconds: number) =>
    process.administer("POST", "/sandbox/v1/clock/advance", { seconds })
  const read = async (process: ServiceUnderTest) =>
    Date.parse(shown(ClockView, await process.administer("GET", "/sandbox/v1/clock")).data.now)

  it("is one: moving it at either moves both", async () => {
    const start = await read(one)
    await advance(one, 3_600)
    expect(await read(other)).toBe(start + 3_600_000)
    await advance(other, 60)
    expect(await read(one)).toBe(start + 3_660_000)
    const late = await other.newCompany()
    const placed = shown(
      SingleOrderResponse,
      await one.call("POST", "/api/v1/order/single", { token: late.key, body: byCard() }),
    )
    expect(placed.success).toBe(true)
  })

  it("moved at both at once goes forward, and is equal afterwards", async () => {
    const start = await read(one)
    const told = await Promise.all([advance(one, 500), advance(other, 100_000), advance(one, 900), advance(other, 7)])
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await read(one)).toBe(await read(other))
    expect(await read(one)).toBeGreaterThanOrEqual(start + 100_007_000)
  })

  it("also applies to leases: a process that does not know of a move claims by the moved clock", async () => {
    const { id } = await one.newCompany()
    const queue = Effect.gen(function* () {
      const jobs = yield* JobQueue
      const now = instant(yield* Clock.currentTimeMillis)
      return { jobs, now }
    })
    const before = await other.run(Effect.map(queue, ({ now }) => now))
    await advance(one, 86_400)
    const job = {
      queue: "work",
      kind: "example",
      name: "late",
      company: CompanyId.make(id),
      orderingKey: null,
    } as const
    await one.run(Effect.flatMap(queue, ({ jobs, now }) => jobs.enqueue([{ ...job, dueAt: now, payload: "{}" }])))
    const claimed = await other.run(
      Effect.flatMap(JobQueue, (jobs) =>
        jobs.claim({ queue: "work", lease: "other's", now: before, until: instant(before + 1_000), limit: 1 }),
      ),
    )
    expect(claimed.map(({ name }) => name)).toEqual(["late"])
    const held = await one.run(Effect.flatMap(queue, ({ jobs, now }) => jobs.isAnyHeld(now)))
    expect(held).toBe(true)
    await other.run(Effect.flatMap(JobQueue, (jobs) => jobs.withdraw(CompanyId.make(id), ["late"])))
  })

  it("is not moved while the other runs a job", async () => {
    const { id } = await one.newCompany()
    const now = Effect.map(Clock.currentTimeMillis, instant)
    const job = {
      queue: "work",
      kind: "example",
      name: "slow",
      company: CompanyId.make(id),
      orderingKey: null,
    } as const
    const held = await other.run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const at = yield* now
        yield* queue.enqueue([{ ...job, dueAt: at, payload: "{}" }])
        return yield* queue.claim({ queue: "work", lease: "slow", now: at, until: instant(at + 25_000), limit: 1 })
      }),
    )
    const before = await other.run(now)
    let isTurned = false
    const turning = one.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 }).then((answer) => {
      isTurned = true
      return answer
    })
    // Any other work: it has time for it.
    for (let count = 0; count < 30; count += 1) await one.call("GET", "/sandbox/v1/clock")
    expect([isTurned, await one.run(now)]).toEqual([false, before])
    await other.run(
      Effect.flatMap(JobQueue, (queue) =>
        queue.settle(
          CompanyId.make(id),
          "slow",
          held.map(({ id: done }) => ({ _tag: "Done", job: done })),
        ),
      ),
    )
    expect((await turning).status).toBe(200)
    expect(await one.run(now)).toBe(before + 3_600_000)
  })
})
