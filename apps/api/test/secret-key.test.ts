/** Several processes on one database have one secret key: a process with another gets an error, and does nothing. */
import { describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase, secretKey } from "./database-under-test.ts"
import { byCard } from "./example-orders.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const keyOf = (name: string) => Buffer.alloc(32, name).toString("base64")

/** The outcome of a command with a key. */
const outcomeWith = async (url: string, VINTEM_SECRET_KEY: string) =>
  (await commandLine({ url }, { VINTEM_SECRET_KEY }).vintem("company", "list")).outcome

const refused = "refused: The secret key in VINTEM_SECRET_KEY is not this database's key"

const raced = await newDatabase()
const served = await newDatabase()

describe("processes with different secret keys", () => {
  it("that begin a database at once agree on one: the others are refused, then and later", async () => {
    const keys = ["one", "two", "three", "four"].map(keyOf)
    const outcomes = await Promise.all(keys.map((key) => outcomeWith(raced.url, key)))
    const winners = keys.filter((_, position) => outcomes[position] === "done")
    expect(winners).toHaveLength(1)
    for (const [position, key] of keys.entries()) {
      const isWinner = key === winners[0]
      expect(outcomes[position]?.startsWith(refused)).toBe(!isWinner)
      expect((await outcomeWith(raced.url, key)).startsWith(refused)).toBe(!isWinner)
    }
  })
})

describe("a database in use", () => {
  it("holds neither the secret key nor its source, only a value that distinguishes it", async () => {
    const service = serviceUnderTest({ database: served })
    const company = await service.newCompany()
    await company.post("/api/v1/order/single", byCard(), { "Idempotency-Key": "k" })
    const bytes = Buffer.from(secretKey, "base64")
    const contents = await served.contents()
    for (const encoding of ["base64", "base64url", "hex", "latin1"] as const) {
      expect(contents).not.toContain(bytes.toString(encoding).replace(/=+$/u, ""))
    }
    const settings = await served.query("select name, value from setting where name like '%secret%'")
    expect(settings).toEqual([
      { name: "secret_key_check", value: expect.stringMatching(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/u) },
    ])
    expect(await outcomeWith(served.url, keyOf("another"))).toContain(refused)
    expect(await outcomeWith(served.url, secretKey)).toBe("done")
  })
})
