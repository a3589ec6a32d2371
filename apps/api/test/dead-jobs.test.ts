/** Work that the service gave up: an operator sees and retries it, over HTTP. */
import { DeadJobPage } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { JobQueue } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { giveUpIn } from "./given-up-work.ts"
import { publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const giveUp = giveUpIn(service)
const path = "/admin/v1/dead-jobs"
const notFound = [404, { hasError: true, response: "Not found" }]

const retry = (id: number | string) => service.administer("POST", `${path}/${id}/retry`)

describe("dead jobs", () => {
  it("are listed with the facts that an operator needs, the latest first", async () => {
    const company = await service.newCompany()
    const first = await giveUp(company.id, "expire:first")
    const second = await giveUp(company.id, "expire:second")
    const answer = await service.administer("GET", path)
    expect(answer.status).toBe(200)
    const page = shown(DeadJobPage, answer)
    expect(page.data.slice(0, 2)).toEqual([
      {
        id: second,
        company: company.id,
        kind: "ExpireInstrument",
        name: "expire:second",
        reason: "Failed 10 times",
        claims: 1,
        died_at: "2026-11-19 12:00:00",
        payload: { order: "1M7YJD5YY14CE9K", attempt: 1 },
      },
      expect.objectContaining({ id: first, name: "expire:first" }),
    ])
    expect(page.meta).toMatchObject({ per_page: 15, path: `${publicUrl}${path}` })
  })

  it("come a page at a time", async () => {
    const company = await service.newCompany()
    for (let n = 0; n < 16; n++) await giveUp(company.id, `expire:paged ${n}`)
    const { meta } = shown(DeadJobPage, await service.administer("GET", path))
    const last = shown(DeadJobPage, await service.administer("GET", `${path}?page=${meta.last_page}`))
    expect(last.data).toHaveLength(meta.total - 15 * (meta.last_page - 1))
    expect((await service.administer("GET", `${path}?page=0`)).status).toBe(422)
  })

  it("are retried at once with a new count, and are no longer dead", async () => {
    const company = await service.newCompany()
    const id = await giveUp(company.id, "expire:again")
    const answer = await retry(id)
    expect([answer.status, answer.body]).toEqual([202, { data: { id } }])
    const { data } = shown(DeadJobPage, await service.administer("GET", path))
    expect(data.map((job) => job.id)).not.toContain(id)
    const claimed = await service.run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const now = instant(yield* Clock.currentTimeMillis)
        return yield* queue.claim({ queue: "work", lease: "worker", now, until: instant(now + 1), limit: 100 })
      }),
    )
    expect(claimed).toMatchObject([{ id, claims: 1 }])
    expect([(await retry(id)).status, (await retry(id)).body]).toEqual(notFound)
  })

  it.each(["0", "-1", "999999999", "one", "1.5"])("are not found as %s", async (id) => {
    const answer = await retry(id)
    expect([answer.status, answer.body]).toEqual(notFound)
  })

  it("are visible to the administration alone", async () => {
    const company = await service.newCompany()
    for (const token of [null, company.key]) {
      expect((await service.call("GET", path, { token })).status).toBe(401)
      expect((await service.call("POST", `${path}/1/retry`, { token })).status).toBe(401)
    }
  })
})
