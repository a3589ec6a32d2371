/**
 * A drill: a service under load is copied, killed and restored. Nothing that was acknowledged before the copy is missing.
 */
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { byCard } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, readJson, type Serving, spawnedServices, stop } from "./spawned-service.ts"

const { newFolder, serve } = spawnedServices()

const Made = Schema.Struct({ file: Schema.String, bytes: Schema.Int, at: Schema.String })

const place = async (base: string, key: string): Promise<string | null> => {
  const answer = await fetch(`${base}/api/v1/order/single`, {
    method: "POST",
    headers: { ...bearer(key), "content-type": "application/json" },
    body: JSON.stringify(byCard()),
  })
  return answer.status === 200 ? readJson(SingleOrderResponse, await answer.text()).data.order_number : null
}

/** Places orders one after the other, until nobody answers; each is noted once it is acknowledged. */
const customer = async (base: string, key: string, acknowledged: Set<string>): Promise<void> => {
  try {
    while (true) {
      const order = await place(base, key)
      if (order !== null) acknowledged.add(order)
    }
  } catch {
    // The service is gone, as the drill wants it.
  }
}

const keyOf = ({ program }: Serving): string =>
  /^API key of the demo company: (\S+)$/mu.exec(program.stdout())?.[1] ?? ""

it("a service under load is copied, killed and restored, and has every order that was acknowledged before", async () => {
  const folder = newFolder()
  const environment = { VINTEM_LOG_LEVEL: "error" }
  const running = await serve({ folder, environment: { ...environment, VINTEM_RATE_LIMIT: "1000000" } })
  const key = keyOf(running)
  const acknowledged = new Set<string>()
  const customers = Array.from({ length: 8 }, () => customer(running.base, key, acknowledged))
  while (acknowledged.size < 40) await setTimeout(20)

  const before = [...acknowledged]
  const made = await runProgram(["backup", "--to", "copy.db", "--json"], { folder, environment })
  expect([made.status, made.stderr]).toEqual([0, ""])
  expect(readJson(Made, made.stdout).file).toBe("copy.db")
  const afterwards = acknowledged.size
  while (acknowledged.size < afterwards + 20) await setTimeout(20)
  running.program.signal("SIGKILL")
  await Promise.all([running.program.ended, ...customers])

  const refused = await runProgram(["restore", "--from", "copy.db"], { folder, environment })
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/vintem\.db is there, and nothing is overwritten\. Move it away, or name another file\.\n$/u),
  ])
  for (const ending of ["", "-wal", "-shm"]) {
    const file = join(folder, "data", `vintem.db${ending}`)
    if (existsSync(file)) renameSync(file, join(folder, `lost.db${ending}`))
  }
  const restored = await runProgram(["restore", "--from", "copy.db"], { folder, environment })
  expect([restored.status, restored.stderr]).toEqual([0, ""])
  expect(restored.stdout).toMatch(/is what copy\.db was \(\d+\.\d MB\)\. Next: vintem check;/u)
  expect((await runProgram(["check"], { folder, environment })).status).toBe(0)

  const again = await serve({ folder, environment: { ...environment, VINTEM_RATE_LIMIT: "1000000" } })
  for (const order of before) {
    const found = await fetch(`${again.base}/api/v1/order/${order}`, { headers: bearer(key) })
    expect([order, found.status]).toEqual([order, 200])
  }
  expect(await place(again.base, key)).toMatch(/^\w+$/u)
  expect((await stop(again)).status).toBe(0)
})
