// The service runs on two PostgreSQL servers. One dies or vanishes under load, and its synchronous standby is promoted.
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { secretKey } from "@vintem/api/test/database-under-test.ts"
import { byCard } from "@vintem/api/test/example-orders.ts"
import { runProgram } from "@vintem/api/test/spawned-program.ts"
import { spawnedServices } from "@vintem/api/test/spawned-service.ts"
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { startReplicatedPostgres } from "@vintem/test-postgres/server"
import { Schema } from "effect"
import { Client } from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { startAcquirer } from "../crash/acquirer-process.ts"

const clients = 8
/** The number of acknowledged orders before the first server dies, and after the second one took over. */
const answersEachSide = 200
/** How long the operator, or a program, takes to promote the standby, milliseconds. */
const promotedAfterMillis = 1_000
/** The client's pause after an answer of 500, milliseconds. */
const pauseMillis = 20

type Pair = Awaited<ReturnType<typeof startReplicatedPostgres>>

const { newFolder, serve } = spawnedServices()

/** Places orders until it is stopped. */
const placing = (base: string, key: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const body = JSON.stringify(byCard())
  const acknowledged = new Map<string, string>()
  const failedAt: Array<number> = []
  const pauses: Array<number> = []
  let lastAt = performance.now()
  let isOver = false

  const placeOne = async (): Promise<void> => {
    const answer = await fetch(`${base}/api/v1/order/single`, { method: "POST", headers, body })
    const text = await answer.text()
    if (answer.status >= 500) {
      failedAt.push(performance.now())
      return setTimeout(pauseMillis)
    }
    const { data } = Schema.decodeSync(Schema.fromJsonString(SingleOrderResponse))(text)
    acknowledged.set(data.order_number, data.status)
    pauses.push(performance.now() - lastAt)
    lastAt = performance.now()
  }
  const one = async (): Promise<void> => {
    while (!isOver) await placeOne()
  }
  const ended = Promise.all(Array.from({ length: clients }, one))
  return {
    acknowledged,
    failedAt,
    /** The longest time without an acknowledged order, milliseconds. */
    longestPause: () => Math.max(...pauses),
    untilAcknowledged: async (more: number) => {
      const wanted = acknowledged.size + more
      while (acknowledged.size < wanted) await Promise.race([setTimeout(pauseMillis), ended])
    },
    stop: async () => {
      isOver = true
      await ended
    },
    statusOf: async (number: string) => {
      const answer = await fetch(`${base}/api/v1/order/${number}`, { headers })
      return Schema.decodeUnknownSync(OrderResponse)(await answer.json()).data.status
    },
  }
}

/** @returns a function that ends the server */
type Loss = (primary: Pair["primary"]) => () => void

/** Its connections are closed by the machine. */
const dies: Loss = ({ pid }) => {
  process.kill(pid, "SIGQUIT")
  return () => {}
}

/**
 * Nothing answers any more, and nothing is closed: like a machine without power, except that the system still takes
 * bytes.
 */
const vanishes: Loss = ({ pid }) => {
  process.kill(pid, "SIGSTOP") // first, so that it starts no other process
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number)
  for (const child of children) process.kill(child, "SIGSTOP")
  return () => {
    for (const one of [...children, pid]) process.kill(one, "SIGCONT")
  }
}

const promote = async ({ url }: Pair["standby"]): Promise<void> => {
  const standby = new Client({ connectionString: url })
  await standby.connect()
  await standby.query("select pg_promote()")
  await standby.end()
}

describe("a standby that is promoted under load", () => {
  it.each([
    ["dies", dies, 30],
    ["vanishes", vanishes, 60],
  ] as const)(
    "has everything that was acknowledged if the other server %s, and the service continues there by itself",
    async (_, loses, pauseMax) => {
      const pair = await startReplicatedPostgres()
      let ends = () => {}
      onTestFinished(async () => {
        ends()
        await pair.stop()
      })
      const since = new Date().toISOString()
      const folder = newFolder()
      const acquirer = await startAcquirer(folder)
      const hosts = [pair.primary, pair.standby].map(({ url }) => new URL(url).host).join(",")
      const environment = {
        DATABASE_URL: `postgres://vintem@${hosts}/postgres`,
        VINTEM_SECRET_KEY: secretKey,
        VINTEM_RATE_LIMIT: "1000000000",
        VINTEM_LOG_LEVEL: "error",
        ...acquirer.environment,
      }
      const { base, program } = await serve({ folder, environment })
      const [, key = ""] = await program.printed(/API key of the demo company: (\S+)\n/u)

      const load = placing(base, key)
      await load.untilAcknowledged(answersEachSide)
      const standby = { folder, environment: { ...environment, DATABASE_URL: pair.standby.url } }
      const day = since.slice(0, 10)
      for (const args of [["check"], ["export", "orders", "--from", day, "--to", day]]) {
        expect(await runProgram(args, standby), args.join(" ")).toMatchObject({ status: 0, stderr: "" })
      }
      ends = loses(pair.primary)
      await setTimeout(promotedAfterMillis)
      await promote(pair.standby)
      await load.untilAcknowledged(answersEachSide)
      await load.stop()

      for (const [number, status] of load.acknowledged) expect(await load.statusOf(number), number).toBe(status)
      const seconds = ((load.failedAt.at(-1) ?? 0) - (load.failedAt[0] ?? 0)) / 1_000
      const pause = load.longestPause() / 1_000
      const figures = `${load.acknowledged.size} orders acknowledged, none for ${pause.toFixed(1)} s, ${load.failedAt.length} answers of 500 within ${seconds.toFixed(1)} s`
      process.stdout.write(`failover: ${figures}; the standby was promoted after ${promotedAfterMillis / 1_000} s\n`)
      expect(load.failedAt.length).toBeGreaterThan(0)
      expect(pause).toBeLessThan(pauseMax)

      const command = (...args: ReadonlyArray<string>) => runProgram(args, { folder, environment })
      expect(await command("check")).toMatchObject({ status: 0, stderr: "" })
      expect(await command("charges", "unknown", "--since", since)).toMatchObject({ status: 0, stderr: "" })
      await acquirer.stop()
    },
    300_000,
  )
})
