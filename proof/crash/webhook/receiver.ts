/** The company's webhook receiver: an unreliable one in the process of the proof, which is never killed. */
import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout } from "node:timers/promises"
import type { Random } from "../random.ts"

/** One request that arrived whole. */
export interface Receipt {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Epoch milliseconds, by the receiver's clock, which is the machine's. */
  readonly at: number
  /** The status of its answer. The answer may never have arrived. */
  readonly answered: number
}

export interface Receiver {
  readonly url: string
  /** In order of arrival. */
  readonly receipts: ReadonlyArray<Receipt>
  /** Makes it fail now and then, be slow, and be down for a while. */
  readonly misbehave: () => void
  /** Makes it accept everything, except the events that it never accepts. */
  readonly behave: () => void
}

/** One event in this many is never accepted: its attempts are used up. */
const neverOneIn = 50
/** One event in this many is accepted only after several attempts: other events of its order wait for it meanwhile. */
const lateOneIn = 5
const lateTimes = 3
/** One request in this many fails, and one is answered late. */
const failsOneIn = 8
const slowOneIn = 8
const slowMillis = 400
/** The longest time up or down, milliseconds. */
const spellMillis = 600

/** Listens while the process lives, and does not keep it alive. */
export const startReceiver = async (random: Random): Promise<Receiver> => {
  const receipts: Array<Receipt> = []
  const timesOf = new Map<string, number>()
  let isBad = false
  let downUntil = 0
  let upUntil = 0

  /** Times of being down and up alternate. */
  const isDown = (now: number): boolean => {
    if (!isBad) return false
    if (now >= downUntil && now >= upUntil) {
      downUntil = now + random.below(spellMillis)
      upUntil = downUntil + random.below(2 * spellMillis)
    }
    return now < downUntil
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isDown(performance.now())) {
      request.socket.destroy()
      return
    }
    const { headers } = request
    const body = Buffer.concat(await request.toArray()).toString()
    const id = String(headers["webhook-id"])
    const times = 1 + (timesOf.get(id) ?? 0)
    timesOf.set(id, times)
    const isFailing = times < timesUntilAccepted(id) || (isBad && random.below(failsOneIn) === 0)
    const answered = isFailing ? 500 : 204
    receipts.push({ id, headers, body, at: Date.now(), answered })
    if (isBad && random.below(slowOneIn) === 0) await setTimeout(random.below(slowMillis))
    response.writeHead(answered).end()
  }

  const server = createServer((request, response) => {
    // The sender may be killed in the middle of it.
    answer(request, response).catch(() => response.destroy())
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
  server.unref()
  return {
    url: `http://127.0.0.1:${port}/avisos`,
    receipts,
    misbehave: () => {
      isBad = true
    },
    behave: () => {
      isBad = false
    },
  }
}

const timesUntilAccepted = (id: string): number => {
  const drawn = createHash("sha256").update(id).digest().readUInt32BE()
  if (drawn % neverOneIn === 0) return Number.POSITIVE_INFINITY
  return drawn % lateOneIn === 1 ? lateTimes : 1
}

/** The tolerance for a signature's time, in seconds, that Standard Webhooks recommends. */
const toleranceSeconds = 300

/** The reason why a receiver would reject it by Standard Webhooks, or null. @param secret - `whsec_` and base64 */
export const disbelief = ({ at, body, headers, id }: Receipt, secret: string): string | null => {
  const { "content-type": type, "webhook-signature": signature, "webhook-timestamp": timestamp } = headers
  if (type !== "application/json") return `it is ${type ?? "of no content type"}`
  if (!(Math.abs(at / 1_000 - Number(timestamp)) <= toleranceSeconds)) return `it is of ${timestamp}, and came at ${at}`
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return String(signature).split(" ").includes(`v1,${expected}`) ? null : `its signature is ${signature}`
}
