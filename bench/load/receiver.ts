/**
 * The receiver of webhooks: a separate process that answers 200 and records each arrival.
 *
 * Arguments: how many ports answer, how many accept connections and never answer, and of how many events one is never
 * accepted (0 for none). Its first message lists the ports. It answers each further message with everything that came
 * since the last one.
 */
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import { createServer as createSilentServer, type Server as NetServer } from "node:net"

/** One arrival: `webhook-id`, the time of its first bytes (epoch milliseconds), and the length of its body. */
export type Arrival = readonly [id: string, at: number, bytes: number]

const [answeringCount = 1, silentCount = 0, refusedOneIn = 0] = process.argv.slice(2).map(Number)

let arrivals: Array<Arrival> = []

/** Gives one answer for all attempts of an event. */
const isRefused = (id: string): boolean =>
  refusedOneIn > 0 && createHash("sha256").update(id).digest().readUInt32BE() % refusedOneIn === 0

const answering = (): Server => {
  const server = createServer((request, response) => {
    const at = performance.timeOrigin + performance.now()
    let bytes = 0
    request.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length
    })
    request.on("end", () => {
      const id = String(request.headers["webhook-id"])
      arrivals.push([id, at, bytes])
      response.writeHead(isRefused(id) ? 500 : 200, { "content-length": 0 }).end()
    })
  })
  // A round of its sender may pause for longer than the usual five seconds.
  server.keepAliveTimeout = 600_000
  return server
}

/** Accepts every connection and never answers. */
const silence = (): NetServer => createSilentServer((socket) => socket.on("error", () => {}).resume())

const listening = (server: Server | NetServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", 1_024, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const ports = await Promise.all(Array.from({ length: answeringCount }, () => listening(answering())))
const silentPorts = await Promise.all(Array.from({ length: silentCount }, () => listening(silence())))

process.on("message", () => {
  process.send?.(arrivals)
  arrivals = []
})
process.on("disconnect", () => process.exit())
process.send?.({ ports, silentPorts })
