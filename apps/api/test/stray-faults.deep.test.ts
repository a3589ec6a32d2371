// An exception that nothing catches is one fault, and does not end the service.
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { spawnedPrograms } from "./spawned-service.ts"

const { newFolder, start } = spawnedPrograms()

/** Makes a program throw in every such place when it gets `SIGUSR2`. */
const throwing = `
  import { connect, createServer } from "node:net"
  process.on("SIGUSR2", () => {
    setTimeout(() => { throw new TypeError("in a timer") })
    Promise.reject(new TypeError("in a promise"))
    queueMicrotask(() => { throw new TypeError("in a microtask") })
    process.nextTick(() => { throw "no error at all" })
    const server = createServer((socket) => socket.destroy()).unref()
    server.listen(0, "127.0.0.1", () => {
      connect(server.address().port, "127.0.0.1", () => { throw new TypeError("in a callback of a socket") })
    })
  })
`
const places = ["in a timer", "in a promise", "in a microtask", "no error at all", "in a callback of a socket"]

describe("a service with an uncaught fault", () => {
  it.each([
    ["serve", /^Vintém serves (http:\/\/\S+)\/api\/v1/u],
    ["acquirer", /^Simulated acquirer at (\S+)/u],
  ] as const)("logs it and continues: %s", async (command, greeting) => {
    const args = command === "serve" ? [command] : [command, "--port", "0"]
    const preload = `--import=data:text/javascript,${encodeURIComponent(throwing)}`
    const environment = { PORT: "0", NODE_OPTIONS: preload }
    const program = start(args, { folder: newFolder(), environment })
    const [, base = ""] = await program.printed(greeting)
    const isLive = async () => (await fetch(`${base}/health/live`, { headers: { connection: "close" } })).status
    expect(await isLive()).toBe(200)

    program.signal("SIGUSR2")
    await eventually(() => {
      for (const place of places) expect(program.stderr()).toContain(place)
    })
    expect(program.stderr()).toContain("an unhandled fault")
    expect(await isLive()).toBe(200)

    program.signal("SIGTERM")
    expect((await program.ended).status).toBe(0)
  })
})
