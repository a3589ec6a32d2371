/**
 * SQLite on a full disk: a small one in memory, which only root on Linux can mount. Elsewhere these tests are skipped.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, spawnedServices, stop } from "./spawned-service.ts"

const { newFolder, serve } = spawnedServices()

const disk = join(newFolder(), "disk")

const isMounted = ((): boolean => {
  mkdirSync(disk)
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0700", "vintem-test", disk], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

// Runs before the folder is deleted: hooks run in reverse order.
afterAll(() => {
  if (isMounted) execFileSync("umount", ["--lazy", disk])
})

const filler = join(disk, "filler")

/** Takes all the space that is left, to the last byte. */
const fill = () => {
  for (let bytes = 16 * 1024 * 1024; bytes > 0; bytes = Math.floor(bytes / 2)) {
    for (let isRoom = true; isRoom; ) {
      try {
        writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" })
      } catch {
        isRoom = false
      }
    }
  }
}

describe.runIf(isMounted)("a disk without space", () => {
  it("makes the service unready while orders fail, and ready by itself once there is space", async () => {
    const surroundings = {
      folder: newFolder(),
      environment: { DATABASE_URL: `sqlite:${join(disk, "vintem.db")}`, VINTEM_WORKERS: "false" },
    }
    const serving = await serve(surroundings)
    const { base, program } = serving
    const [, key = ""] = await program.printed(/API key of the demo company: (\S+)\n/u)
    const place = async () =>
      (
        await fetch(`${base}/api/v1/order/single`, {
          method: "POST",
          headers: { ...bearer(key), "content-type": "application/json" },
          body: JSON.stringify(byCard()),
        })
      ).status
    const ready = async () => {
      const answer = await fetch(`${base}/health/ready`, { headers: bearer("") })
      return [answer.status, await answer.json()]
    }
    const upOf = async () =>
      /^vintem_store_up (\d)$/mu.exec(await (await fetch(`${base}/metrics`, { headers: bearer("") })).text())?.[1]
    const status = () => runProgram(["status", "--url", base], surroundings)

    expect([await place(), await ready(), await upOf()]).toEqual([200, [200, { status: "ok" }], "1"])
    fill()
    while ((await place()) === 200);
    await eventually(async () => expect(await ready()).toEqual([503, { status: "storage_full" }]))
    await eventually(async () => expect(await upOf()).toBe("0"))
    expect(await place()).toBe(500)
    expect((await status()).stdout).toMatch(/is not ready: storage_full\.\n {2}Free space on the database's disk/u)

    rmSync(filler)
    await eventually(async () => expect(await ready()).toEqual([200, { status: "ok" }]))
    expect(await place()).toBe(200)
    await eventually(async () => expect(await upOf()).toBe("1"))
    expect((await status()).stdout).toContain("Nothing needs attention.")
    await stop(serving)
  })
})
