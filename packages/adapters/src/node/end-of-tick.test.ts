// The end of a tick: requests, then the commit, then answers, whatever was scheduled first.
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { atEndOfTick } from "./end-of-tick.ts"

/** The recorded work, in order; `ticks` are the earlier ends of ticks. */
const recorded = () => {
  const ran: Array<string> = []
  const ask = (part: Parameters<typeof atEndOfTick>[0], name: string, then = (): void => {}): void =>
    atEndOfTick(part, () => {
      ran.push(name)
      then()
    })
  return { ran, ask }
}

describe("the end of a tick", () => {
  it("handles requests, commits, and answers, in this order", async () => {
    const { ask, ran } = recorded()
    ask("answers", "answer")
    ask("commit", "commit")
    ask("requests", "request 1")
    ask("requests", "request 2")
    await setImmediate()
    expect(ran).toEqual(["request 1", "request 2", "commit", "answer"])
  })

  it("commits the writes of the tick's requests, and sends the released answers, before it is over", async () => {
    const { ask, ran } = recorded()
    ask("requests", "request", () => ask("commit", "commit", () => ask("answers", "answer")))
    await setImmediate()
    expect(ran).toEqual(["request", "commit", "answer"])
  })

  it("leaves work for a finished part to the next tick, so that sockets are read in between", async () => {
    const { ask, ran } = recorded()
    ask("commit", "commit 1", () => ask("commit", "commit 2"))
    ask("answers", "answer", () => ask("requests", "late request"))
    await setImmediate()
    expect(ran).toEqual(["commit 1", "answer"])
    await setImmediate()
    expect(ran).toEqual(["commit 1", "answer", "late request", "commit 2"])
  })

  it("continues with the others if one throws", async () => {
    const { ask, ran } = recorded()
    const fault = new Error("of one request")
    const strays: Array<unknown> = []
    process.setUncaughtExceptionCaptureCallback((stray) => strays.push(stray))
    ask("requests", "request 1", () => {
      throw fault
    })
    ask("requests", "request 2")
    ask("answers", "answer")
    await setImmediate()
    await setImmediate()
    process.setUncaughtExceptionCaptureCallback(null)
    expect(strays).toEqual([fault])
    expect(ran).toEqual(["request 1", "request 2", "answer"])
  })
})
