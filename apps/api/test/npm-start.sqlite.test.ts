/** The service as a newcomer starts it, and how it ends. Every command, flag and signal: npm-start.deep.test.ts. */
import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { expectGracefulEnd, folderOfTests, program, root, start } from "./started-service.ts"

const parent = folderOfTests()

describe.concurrent("the service", () => {
  it("ends with status 0 if npm was stopped and waits for it", async () => {
    const { child } = await start(["npm", "start"], parent, root)
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })

  it("serves as vintem.mjs without npm, and ends gracefully when it is stopped", async () => {
    const running = await start([process.execPath, program, "serve"], parent)
    const ended = once(running.child, "exit")
    running.child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
    await expectGracefulEnd(running, "SIGTERM")
  })
})
