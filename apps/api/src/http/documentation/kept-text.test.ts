// The transfer of a text that is the same for everybody, and how often it is made.
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { afterAll, describe, expect, it } from "vitest"
import { keptText } from "./kept-text.ts"

const text = `{"name":"São Paulo","numbers":[${"1234567890,".repeat(2_000)}0]}`
let timesMade = 0

const route = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const made = Effect.sync(() => {
      timesMade += 1
      return text
    })
    const { answer } = yield* keptText(made, {
      contentType: "application/json; charset=utf-8",
      cacheControl: "no-cache",
      headers: { "x-own": "yes" },
    })
    yield* router.add("GET", "/text", answer)
  }),
)
const { handler, dispose } = HttpRouter.toWebHandler(route, { disableLogger: true })
afterAll(dispose)

const asked = (headers: Readonly<Record<string, string>> = {}) =>
  handler(new Request("http://127.0.0.1/text", { headers }))
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe("a kept text", () => {
  it.each([
    ["", null],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["BR", "br"],
    ["deflate", null],
    ["gzip;q=0.001, br;q=0", "gzip"],
    ["br;q=nonsense", null],
    [",;=,", null],
  ])("for a caller that accepts %j is sent as %j", async (acceptEncoding, coding) => {
    const answer = await asked({ "accept-encoding": acceptEncoding })
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, coding])
    const bytes = await bytesOf(answer)
    const plain = coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes
    expect(plain.toString()).toBe(text)
    if (coding !== null) expect(bytes.length * 10).toBeLessThan(Buffer.byteLength(text))
  })

  it("says how long caches may keep it, and that its coding depends on the caller", async () => {
    const { headers } = await asked()
    expect(
      Object.fromEntries(["cache-control", "content-type", "vary", "x-own"].map((one) => [one, headers.get(one)])),
    ).toEqual({
      "cache-control": "no-cache",
      "content-type": "application/json; charset=utf-8",
      vary: "Accept-Encoding",
      "x-own": "yes",
    })
  })

  it("has a strong tag for each coding, and is not sent again to a caller that has it", async () => {
    const tags = new Set<string>()
    for (const coding of ["br", "gzip", "identity"]) {
      const tag = (await asked({ "accept-encoding": coding })).headers.get("etag") ?? ""
      expect(tag).toMatch(/^"[\w-]{22}"$/u)
      tags.add(tag)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = await asked({ "accept-encoding": coding, "if-none-match": known })
        expect([again.status, again.headers.get("etag"), (await bytesOf(again)).length]).toEqual([304, tag, 0])
        expect(again.headers.get("vary")).toBe("Accept-Encoding")
      }
      for (const other of ['"other"', "", "W/"]) {
        expect((await asked({ "accept-encoding": coding, "if-none-match": other })).status).toBe(200)
      }
    }
    expect(tags.size).toBe(3)
  })

  it("is made once, however many callers request it at once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => asked({ "accept-encoding": "br" })))
    expect(timesMade).toBe(1)
  })
})
