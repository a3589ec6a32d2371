/**
 * The baseline of record: the single order as one would write it by hand for nothing else, `node:http` and better-sqlite3, tables of its
 * own, every promise kept.
 *
 * The key by its hash, a window a minute, every field judged and every fault told, an intent on the disk (WAL, `synchronous=FULL`)
 * before the acquirer is asked, the answer after the commit of the outcome; all that is written in one turn shares a transaction. Left
 * out: every other route and payment method, idempotency keys, revocation while it runs, logs, documentation.
 *
 * Started with the path of a file that `makeTables` made; prints the address it listens on.
 */
import { hash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { openDatabase } from "./group-commit.ts"
import { placeOrders } from "./place-order.ts"
import { readSingleOrder } from "./request.ts"

const rateLimit = 1_000_000_000
const windowMillis = 60_000
const bodyBytesMax = 262_144

/** An API key, and its minute. */
interface Key {
  readonly company: number
  taken: number
  /** Epoch milliseconds. */
  resetAt: number
  resetText: string
}

const database = openDatabase(process.argv[2] ?? "")
const placeOrder = placeOrders(database)
const keys = new Map<string, Key>()
for (const row of database
  .prepare<unknown[], { readonly hash: string; readonly company_id: number }>("select hash, company_id from api_keys")
  .all()) {
  keys.set(row.hash, { company: row.company_id, taken: 0, resetAt: 0, resetText: "" })
}

const server = createServer(
  { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 60_000, connectionsCheckingInterval: 600_000 },
  (request, response) => {
    const key = keyOf(request.headers.authorization)
    if (request.url !== "/api/v1/order/single") send(response, 404, refusal("Not found"), undefined)
    else if (request.method !== "POST") send(response, 405, refusal("Method not allowed."), undefined)
    else if (key === undefined) send(response, 401, refusal("Unauthenticated."), undefined)
    else if (!take(key)) send(response, 429, refusal("Too many requests."), key)
    else if (!isJson(request.headers["content-type"] ?? ""))
      send(response, 415, refusal("Unsupported media type."), key)
    else readBody(request, response, key)
  },
)

const keyOf = (authorization: string | undefined): Key | undefined =>
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

const readBody = (request: IncomingMessage, response: ServerResponse, key: Key): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= bodyBytesMax) chunks.push(chunk)
  })
  request.on("end", () => {
    if (size > bodyBytesMax) send(response, 413, refusal("Body too large."), key)
    else answerTo(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString(), response, key)
  })
}

const answerTo = (text: string, response: ServerResponse, key: Key): void => {
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

/** JSON has no `undefined`: it marks invalid JSON. */
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

server.listen(0, "127.0.0.1", 1_024, () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`)
})

process.once("SIGTERM", () => {
  database.close()
  process.exit(0)
})
