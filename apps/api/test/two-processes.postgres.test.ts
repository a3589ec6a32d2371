// Two processes on one PostgreSQL: requests are counted together, and the clock waits for the work of both.
import { CompanyId, instant, JobQueue } from "@vintem/domain"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { newPostgres } from "./postgres-under-test.ts"
import { serviceUnderTest } from "./service-under-test.ts"

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

  it("is not turned while the other does a job", async () => {
    const { id } = await one.newCompany()
    const now = Effect.map(Clock.currentTimeMillis, instant)
    const job = { lane: "work", kind: "example", name: "slow", company: CompanyId.make(id), line: null } as const
    const held = await other.run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const at = yield* now
        yield* queue.enqueue([{ ...job, dueAt: at, payload: "{}" }])
        return yield* queue.claim({ lane: "work", lease: "slow", now: at, until: instant(at + 25_000), limit: 1 })
      }),
    )
    const before = await other.run(now)
    let isTurned = false
    const turning = one.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 }).then((answer) => {
      isTurned = true
      return answer
    })
    // Whatever else it does: it has time for it.
    for (let count = 0; count < 30; count += 1) await one.call("GET", "/sandbox/v1/clock")
    expect([isTurned, await one.run(now)]).toEqual([false, before])
    await other.run(
      Effect.flatMap(JobQueue, (queue) =>
        queue.settle(
          "slow",
          held.map(({ id: done }) => ({ _tag: "Done", job: done })),
        ),
      ),
    )
    expect((await turning).status).toBe(200)
    expect(await one.run(now)).toBe(before + 3_600_000)
  })
})
