import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import BetterSqlite from "better-sqlite3"
import { afterAll, describe, expect, it } from "vitest"
import type { Check } from "../check.ts"
import { randomFrom } from "../random.ts"
import type { Shop } from "../shop.ts"
import { everyAnswerIsSound, theFirstAnswerStands } from "./checks.ts"
import { purchase } from "./client.ts"
import { type Purchase, purchaseAt } from "./purchase.ts"

const answer = (number: string) =>
  JSON.stringify({
    success: true,
    hasError: false,
    response: "Payment approved.",
    data: { order_number: number, public_key: "b0GzT1kq3v8Yy2mXw5LhNA", status: "paid" },
    payment: { tid: null, nsu: null, link_to_pay: null, digitable_number: null, due_date: null, card: null },
  })

type Reaction = (response: ServerResponse) => void
type Reactions = ReadonlyArray<Reaction>
const says =
  (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Reaction =>
  (response) =>
    response.writeHead(status, headers).end(text)
const hangsUp: Reaction = (response) => response.destroy()

const servers = new Set<ReturnType<typeof createServer>>()
afterAll(() => {
  for (const server of servers) server.close()
})

/** A service that reacts to each request with the next of these, and what it was asked. */
const serviceThat = async (...reactions: Reactions) => {
  const asked: Array<{ readonly key: string | undefined; readonly body: string }> = []
  const server = createServer(async (request, response) => {
    const reaction = reactions[asked.length]
    asked.push({ key: keyOf(request), body: Buffer.concat(await request.toArray()).toString() })
    reaction?.(response)
  })
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const shop: Shop = { key: "key", base: async () => `http://127.0.0.1:${port}`, turnClock: async () => 0 }
  return { shop, asked }
}

const keyOf = ({ headers }: IncomingMessage): string | undefined => headers["idempotency-key"]?.toString()

const wanted = (isAskedOnce = false): Purchase => ({ ...purchaseAt(0, randomFrom(1)), isAskedOnce })

describe("a client", () => {
  it("asks again under the same key, with the same body, until it is answered", async () => {
    const { shop, asked } = await serviceThat(hangsUp, says(500, "{}"), says(409, "{}"), says(200, answer("A")))
    const one = wanted()
    await purchase(shop, one)
    expect(one.replies).toEqual(["silence", "server error", "still running", "answer"])
    expect(one.acknowledgement).toMatchObject({ order: "A", status: "paid" })
    expect(one.isDisturbed).toBe(true)
    expect(asked).toEqual(Array.from({ length: 4 }, () => ({ key: one.key, body: one.body })))
  })

  it("that asks once gives up where it hears nothing", async () => {
    const { shop, asked } = await serviceThat(hangsUp, says(200, answer("A")))
    const one = wanted(true)
    await purchase(shop, one)
    expect([one.replies, one.acknowledgement, asked.length]).toEqual([["silence"], null, 1])
  })

  it("that is answered at once was not disturbed", async () => {
    const { shop } = await serviceThat(says(200, answer("A")))
    const one = wanted()
    await purchase(shop, one)
    expect(one.isDisturbed).toBe(false)
  })
})

describe("what clients find wrong", () => {
  const evidence = { file: ":memory:", database: new BetterSqlite(":memory:"), now: 0 }

  const foundAfter = async (
    find: (shop: Shop, purchases: ReadonlyArray<Purchase>) => Check,
    ...reactions: Reactions
  ) => {
    const { shop } = await serviceThat(...reactions)
    const one = wanted()
    await purchase(shop, one)
    return find(shop, [one]).contradictions(evidence)
  }

  it("is an answer that refuses what is sound", async () => {
    const find = (_: Shop, purchases: ReadonlyArray<Purchase>) => everyAnswerIsSound(purchases)
    expect(await foundAfter(find, says(422, "no"))).toEqual([expect.stringContaining("422 no")])
    expect(await foundAfter(find, says(200, answer("A")))).toEqual([])
  })

  it("is an answer that is another the second time, or does not say that it is the first one again", async () => {
    const replayed = { "idempotent-replayed": "true" }
    const first = says(200, answer("A"))
    const found = (again: Reaction) => foundAfter(theFirstAnswerStands, first, again)
    expect(await found(says(200, answer("A"), replayed))).toEqual([])
    expect(await found(says(200, answer("B"), replayed))).toHaveLength(1)
    expect(await found(says(200, answer("A")))).toHaveLength(1)
    expect(await found(hangsUp)).toHaveLength(1)
  })
})
