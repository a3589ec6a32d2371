/**
 * The HTTP of the hand-written servers: it looks a key up by hash, limits it per minute, judges every field and reports
 * every fault.
 */
import { hash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { readSingleOrder, type SingleOrder } from "./request.ts"

const rateLimit = 1_000_000_000
const windowMillis = 60_000
const bodyBytesMax = 262_144

/** Calls back with the answer's body, once the order is on the disk. */
export type PlaceOrder = (
  company: number,
  order: SingleOrder,
  answered: (body: string) => void,
  failed: (cause: unknown) => void,
) => void

/** A row of the table of keys. */
export interface KeyRow {
  /** SHA-256 of the key. */
  readonly hash: string
  readonly company_id: number
}

/** An API key, and its minute. */
interface Key {
  readonly company: number
  taken: number
  /** Epoch milliseconds. */
  resetAt: number
  resetText: string
}

/** Takes orders on a free port, and prints the address. */
export const serveOrders = (rows: ReadonlyArray<KeyRow>, placeOrder: PlaceOrder): void => {
  const keys = new Map<string, Key>()
  for (const { company_id, hash } of rows) {
    keys.set(hash, { company: company_id, taken: 0, resetAt: 0, resetText: "" })
  }
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 60_000, connectionsCheckingInterval: 600_000 },
    (request, response) => {
      const key = keyOf(keys, request.headers.authorization)
      if (request.url !== "/api/v1/order/single") send(response, 404, refusal("Not found"), undefined)
      else if (request.method !== "POST") send(response, 405, refusal("Method not allowed."), undefined)
      else if (key === undefined) send(response, 401, refusal("Unauthenticated."), undefined)
      else if (!take(key)) send(response, 429, refusal("Too many requests."), key)
      else if (!isJson(request.headers["content-type"] ?? ""))
        send(response, 415, refusal("Unsupported media type."), key)
      else readBody(request, response, key, placeOrder)
    },
  )

  server.listen(0, "127.0.0.1", 1_024, () => {
    const address = server.address()
    if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`)
  })
}

const keyOf = (keys: ReadonlyMap<string, Key>, authorization: string | undefined): Key | undefined =>
  authorization?.startsWith("Bearer ") === true ? keys.get(hash("sha256", authorization.slice(7))) : undefined

/** Counts a request in its key's minute. */
const take = (key: Key): boolean => {
  const now = Date.now()
  if (now >= key.resetAt) {
    key.resetAt = now + windowMillis
    key.resetText = String(Math.ceil(key.resetAt / 1000))
    key.taken = 0
  }
  key.taken += 1
  return key.taken <= rateLimit
}

const isJson = (mediaType: string): boolean =>
  mediaType === "application/json" || /^application\/json\s*(;|$)/iu.test(mediaType)

const readBody = (request: IncomingMessage, response: ServerResponse, key: Key, placeOrder: PlaceOrder): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= bodyBytesMax) chunks.push(chunk)
  })
  request.on("end", () => {
    if (size > bodyBytesMax) send(response, 413, refusal("Body too large."), key)
    else answerTo(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString(), response, key, placeOrder)
  })
}

const answerTo = (text: string, response: ServerResponse, key: Key, placeOrder: PlaceOrder): void => {
  const body = parsed(text)
  const { faults, order } = readSingleOrder(body)
  if (body === undefined) send(response, 400, refusal("Malformed JSON."), key)
  else if (order === undefined)
    send(response, 422, refusal({ message: "The given data was invalid.", errors: faults }), key)
  else {
    placeOrder(
      key.company,
      order,
      (answer) => send(response, 200, answer, key),
      (cause) => {
        console.error(cause)
        send(response, 500, refusal("Error on server, try again."), key)
      },
    )
  }
}

/** JSON has no `undefined`, so it marks invalid JSON here. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (reason: unknown): string => JSON.stringify({ hasError: true, response: reason })

/** @param key - undefined without authentication: then no limit is sent */
const send = (response: ServerResponse, status: number, body: string, key: Key | undefined): void => {
  const head = ["content-type", "application/json", "content-length", String(Buffer.byteLength(body))]
  if (key === undefined) head.push("www-authenticate", "Bearer")
  else head.push(...rateHeaders(key))
  response.writeHead(status, head)
  response.end(body)
}

const rateHeaders = ({ resetText, taken }: Key) => [
  "x-ratelimit-limit",
  String(rateLimit),
  "x-ratelimit-remaining",
  String(Math.max(0, rateLimit - taken)),
  "x-ratelimit-reset",
  resetText,
]
