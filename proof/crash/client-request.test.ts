import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import BetterSqlite from "better-sqlite3"
import { afterAll, describe, expect, it } from "vitest"
import { answeredOtherThan, askUntilAnswered, type ClientRequest, clientRequest } from "./client-request.ts"
import { theFirstAnswerStands } from "./first-answer.ts"
import type { Shop } from "./shop.ts"

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

/**
 * A service that answers each request with the next reaction, and later ones with the last; and its received requests.
 */
const serviceThat = async (...reactions: Reactions) => {
  const asked: Array<{ readonly key: string | undefined; readonly body: string }> = []
  const server = createServer(async (request, response) => {
    const reaction = reactions[asked.length] ?? reactions.at(-1)
    asked.push({ key: keyOf(request), body: Buffer.concat(await request.toArray()).toString() })
    reaction?.(response)
  })
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const shop: Shop = {
    key: "key",
    base: async () => `http://127.0.0.1:${port}`,
    setUp: () => Promise.reject(new Error("Nothing is set up here.")),
    turnClock: async () => 0,
  }
  return { shop, asked }
}

const keyOf = ({ headers }: IncomingMessage): string | undefined => headers["idempotency-key"]?.toString()

const wanted = (asked: Partial<Pick<ClientRequest, "isAskedOnce" | "method">> = {}): ClientRequest =>
  clientRequest({ key: "wanted-1", path: "/api/v1/order/single", ...asked }, { a: 1 })

describe("a client", () => {
  it("repeats a request under its key, with its body, until it is answered", async () => {
    const { shop, asked } = await serviceThat(hangsUp, says(500, "{}"), says(409, "{}"), says(200, "A"))
    const one = wanted()
    const answer = await askUntilAnswered(shop, one)
    expect(one.replies).toEqual(["silence", "server error", "still running", "answer"])
    expect(answer).toEqual({ status: 200, text: "A", isReplayed: false })
    expect(one.answer).toBe(answer)
    expect(one.isDisturbed).toBe(true)
    expect(asked).toEqual(Array.from({ length: 4 }, () => ({ key: one.key, body: one.body })))
  })

  it("that asks once gives up if no answer arrives", async () => {
    const { shop, asked } = await serviceThat(hangsUp, says(200, "A"))
    const one = wanted({ isAskedOnce: true })
    expect(await askUntilAnswered(shop, one)).toBe(null)
    expect([one.replies, one.answer, asked.length]).toEqual([["silence"], null, 1])
  })

  it("that is answered at once was not disturbed", async () => {
    const { shop } = await serviceThat(says(422, "no"))
    const one = wanted()
    await askUntilAnswered(shop, one)
    expect([one.answer?.status, one.isDisturbed]).toEqual([422, false])
  })

  it("finds an answer wrong that has an unexpected status", async () => {
    const { shop } = await serviceThat(says(422, "no"))
    const one = wanted()
    expect(answeredOtherThan(one, [202])).toEqual([])
    await askUntilAnswered(shop, one)
    expect(answeredOtherThan(one, [202, 422])).toEqual([])
    expect(answeredOtherThan(one, [202])).toEqual(["wanted-1 was answered with 422 no"])
  })

  it.each([
    ["PUT", '{"a":1}'],
    ["DELETE", ""],
  ] as const)("has no key for a %s", async (method, body) => {
    const { shop, asked } = await serviceThat(says(200, "A"))
    await askUntilAnswered(shop, wanted({ method }))
    expect(asked).toEqual([{ key: undefined, body }])
  })
})

describe("a client that repeats a request", () => {
  const evidence = { file: ":memory:", database: new BetterSqlite(":memory:"), now: 0 }

  const foundAfter = async (...reactions: Reactions) => {
    const { shop } = await serviceThat(...reactions)
    const one = wanted()
    await askUntilAnswered(shop, one)
    return theFirstAnswerStands(shop, "orders", [one]).contradictions(evidence)
  }

  it("notices an answer that differs from the first, or is not marked as a replay", async () => {
    const replayed = { "idempotent-replayed": "true" }
    const first = says(200, "A")
    expect(await foundAfter(first, says(200, "A", replayed))).toEqual([])
    expect(await foundAfter(first, says(200, "B", replayed))).toHaveLength(1)
    expect(await foundAfter(first, says(201, "A", replayed))).toHaveLength(1)
    expect(await foundAfter(first, says(200, "A"))).toHaveLength(1)
    expect(await foundAfter(first, hangsUp)).toHaveLength(1)
  })

  it("does not count a broken connection as an answer", async () => {
    const replayed = says(200, "A", { "idempotent-replayed": "true" })
    expect(await foundAfter(says(200, "A"), hangsUp, hangsUp, replayed)).toEqual([])
  })
})
