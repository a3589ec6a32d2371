/**
 * A drill: a service under load is copied, killed and restored. Nothing that was acknowledged before the copy is
 * missing, charges after it are listed and refunded, and nobody pays twice.
 */
import { randomUUID } from "node:crypto"
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { SingleOrderResponse } from "@vintem/contract"
import BetterSqlite from "better-sqlite3"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, readJson, type Serving, spawnedPrograms, spawnedServices, stop } from "./spawned-service.ts"

const { newFolder, serve } = spawnedServices()
const { start } = spawnedPrograms()

const Unknown = Schema.Struct({
  charges: Schema.Array(
    Schema.Struct({ key: Schema.String, order_number: Schema.String, amount: Schema.Int, made_at: Schema.String }),
  ),
  withMoney: Schema.Int,
})

const Made = Schema.Struct({ file: Schema.String, bytes: Schema.Int, at: Schema.String })

/** A purchase that a customer wants once, under a key of their own. */
interface Purchase {
  readonly key: string
  /** The order, once the service acknowledged it. */
  order: string | null
}

const buy = async (base: string, apiKey: string, purchase: Purchase): Promise<number> => {
  const answer = await fetch(`${base}/api/v1/order/single`, {
    method: "POST",
    headers: { ...bearer(apiKey), "content-type": "application/json", "idempotency-key": purchase.key },
    body: JSON.stringify(byCard()),
  })
  const text = await answer.text()
  if (answer.status === 200) purchase.order = readJson(SingleOrderResponse, text).data.order_number
  return answer.status
}

/** Makes one purchase after the other, until the service is gone. */
const customer = async (base: string, apiKey: string, purchases: Array<Purchase>): Promise<void> => {
  try {
    while (true) {
      const purchase = { key: randomUUID(), order: null }
      purchases.push(purchase)
      await buy(base, apiKey, purchase)
    }
  } catch {
    // The service is gone, as the drill wants it.
  }
}

const acknowledged = (purchases: ReadonlyArray<Purchase>): ReadonlyArray<string> =>
  purchases.flatMap(({ order }) => order ?? [])

const keyOf = ({ program }: Serving): string =>
  /^API key of the demo company: (\S+)$/mu.exec(program.stdout())?.[1] ?? ""

interface Booked {
  readonly key: string
  readonly number: string
  readonly state: string
  /** Centavos that were received and not refunded. */
  readonly kept: number
}

/** The charges in the acquirer's books. */
const booksIn = (file: string): ReadonlyArray<Booked> => {
  const database = new BetterSqlite(file, { readonly: true })
  try {
    return database
      .prepare<[], Booked>(
        `select key, body ->> '$.order' as number, body ->> '$.state' as state,
           case body ->> '$.state' when 'confirmed' then body ->> '$.amount' else 0 end
             - (select coalesce(sum(value ->> '$.amount'), 0) from json_each(body, '$.refunds')) as kept
         from charge where body ->> '$._tag' = 'Charge'`,
      )
      .all()
  } finally {
    database.close()
  }
}

it("a service under load is copied, killed and restored: the lost charges are listed, and nobody pays twice", async () => {
  const folder = newFolder()
  const acquirer = start(["acquirer", "--port", "0", "--database", "sqlite:books.db"], { folder })
  const [, url = ""] = await acquirer.printed(/^Simulated acquirer at (http:\/\/\S+)/mu)
  const environment = {
    VINTEM_LOG_LEVEL: "error",
    VINTEM_RATE_LIMIT: "1000000",
    VINTEM_GATEWAY_URL: url,
    VINTEM_GATEWAY_SECRET: "vintem-sandbox-gateway-secret",
  }
  const running = await serve({ folder, environment })
  const apiKey = keyOf(running)
  const purchases: Array<Purchase> = []
  const customers = Array.from({ length: 8 }, () => customer(running.base, apiKey, purchases))
  while (acknowledged(purchases).length < 40) await setTimeout(20)

  const before = acknowledged(purchases)
  const made = await runProgram(["backup", "--to", "copy.db", "--json"], { folder, environment })
  expect([made.status, made.stderr]).toEqual([0, ""])
  expect(readJson(Made, made.stdout).file).toBe("copy.db")
  const afterwards = acknowledged(purchases).length
  while (acknowledged(purchases).length < afterwards + 20) await setTimeout(20)
  running.program.signal("SIGKILL")
  await Promise.all([running.program.ended, ...customers])

  const refused = await runProgram(["restore", "--from", "copy.db"], { folder, environment })
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /vintem\.db already exists, and was not overwritten\. Move it away, or name another file\.\n$/u,
    ),
  ])
  for (const ending of ["", "-wal", "-shm"]) {
    const file = join(folder, "data", `vintem.db${ending}`)
    if (existsSync(file)) renameSync(file, join(folder, `lost.db${ending}`))
  }
  const restored = await runProgram(["restore", "--from", "copy.db"], { folder, environment })
  expect([restored.status, restored.stderr]).toEqual([0, ""])
  expect(restored.stdout).toMatch(
    /is restored from copy\.db \(\d+\.\d MB\)\. Next: vintem customer note, .+; vintem check; vintem charges unknown/u,
  )
  expect((await runProgram(["check"], { folder, environment })).status).toBe(0)

  // Each charge that the copy lacks is listed, and no other.
  const listed = await runProgram(["charges", "unknown", "--json"], { folder, environment })
  const { charges, withMoney } = readJson(Unknown, listed.stdout)
  const known = knownKeys(join(folder, "data", "vintem.db"))
  const lacking = booksIn(join(folder, "books.db")).filter(({ key }) => !known.has(key))
  expect(lacking.length).toBeGreaterThanOrEqual(20)
  expect(new Set(charges.map(({ key }) => key))).toEqual(new Set(lacking.map(({ key }) => key)))
  expect(charges).toHaveLength(lacking.length)
  expect(withMoney).toBe(lacking.length)
  expect([listed.status, listed.stderr]).toEqual([1, expect.stringMatching(/are in no order, \d+ of them with money/u)])
  for (const { amount, key, made_at, order_number } of charges) {
    const booked = lacking.find((one) => one.key === key)
    expect([order_number, amount]).toEqual([booked?.number, booked?.kept])
    expect(made_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/u)
  }

  // Refunded once, however often the command runs.
  const keys = charges.map(({ key }) => key)
  for (const _time of ["first", "second"]) {
    const returned = await runProgram(["charges", "return", ...keys, "--yes"], { folder, environment })
    expect([returned.status, returned.stderr]).toEqual([0, ""])
  }
  const settled = await runProgram(["charges", "unknown"], { folder, environment })
  expect([settled.status, settled.stderr]).toEqual([0, ""])

  // Every customer repeats their purchases under the old keys.
  const again = await serve({ folder, environment })
  for (const order of before) {
    const found = await fetch(`${again.base}/api/v1/order/${order}`, { headers: bearer(apiKey) })
    expect([order, found.status]).toEqual([order, 200])
  }
  for (const purchase of purchases) {
    await eventually(async () => expect(await buy(again.base, apiKey, purchase)).toBe(200))
  }
  const kept = booksIn(join(folder, "books.db")).filter((one) => one.kept > 0)
  expect(kept.map(({ number }) => number).toSorted()).toEqual([...acknowledged(purchases)].toSorted())
  expect(kept).toHaveLength(purchases.length)
  expect((await stop(again)).status).toBe(0)
  acquirer.signal("SIGTERM")
  await acquirer.ended
})

/** Keys of a database's attempts. */
const knownKeys = (file: string): ReadonlySet<string> => {
  const database = new BetterSqlite(file, { readonly: true })
  try {
    return new Set(database.prepare<[], string>("select key from order_attempt").pluck().all())
  } finally {
    database.close()
  }
}
