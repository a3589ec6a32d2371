/**
 * The baseline of the benchmark `single-order`: the operation as one would write it by hand, `node:http` and better-sqlite3 with
 * nothing between them.
 *
 * Meant to be as good as such a program gets without giving up what the service promises: one lookup of the key and one count of
 * its minute a request, every field validated and every fault told, an intent on the disk before the acquirer is asked, an answer
 * only after its commit. Left out, since the workload has no use for it: idempotency keys, the other payment methods, saved cards,
 * the resolving of unknown outcomes, every other route, request logs, documentation.
 *
 * Started with the path of a migrated database; prints the address it listens on.
 */
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { authenticator } from "./company.ts"
import { groupCommit, openDatabase } from "./database.ts"
import { placeOrders } from "./place-order.ts"
import { type Faults, readSingleOrder } from "./request.ts"

const bodyBytesMax = 262_144
const rateLimit = 1_000_000_000
const rateWindowMillis = 60_000
const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/u

const database = openDatabase(process.argv[2] ?? "")
const companyOf = authenticator(database)
const placeOrder = placeOrders(database, groupCommit(database))

const server = createServer((request, response) => {
  const given = request.headers["x-request-id"]
  response.setHeader("x-request-id", typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID())
  singleOrder(request, response).catch((cause: unknown) => {
    console.error(cause)
    refuse(response, 500, "Error on server, try again.")
  })
})

const singleOrder = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.url !== "/api/v1/order/single") return refuse(response, 404, "Not found")
  if (request.method !== "POST") return refuse(response, 405, "Method not allowed.")
  const company = companyOf(request.headers.authorization)
  if (company === undefined) return refuse(response, 401, "Unauthenticated.")
  if (!take(company.keyId, response)) return refuse(response, 429, "Too many requests.")
  if (!/^application\/json\s*(;|$)/iu.test(request.headers["content-type"] ?? "")) {
    return refuse(response, 415, "The body must be sent as application/json.")
  }
  const text = await textOf(request)
  if (text === undefined) return refuse(response, 413, "The body may not be larger than 256 KiB.")
  const body = parsed(text)
  if (body === undefined) return refuse(response, 400, "Malformed JSON.")
  const { order, faults } = readSingleOrder(body, dateInSaoPaulo.format(Date.now()).slice(0, "YYYY-MM".length))
  if (order === undefined) return refuse(response, 422, explained(faults))
  if (company.isUnderModeration) return refuse(response, 403, "The company is under moderation.")
  answer(response, 200, await placeOrder(company, order))
}

const dateInSaoPaulo = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo", dateStyle: "short" })

const windows = new Map<number, { readonly resetAt: number; taken: number }>()

/** Counts a request in its key's minute. */
const take = (keyId: number, response: ServerResponse): boolean => {
  const now = Date.now()
  let window = windows.get(keyId)
  if (window === undefined || now >= window.resetAt) {
    window = { resetAt: now + rateWindowMillis, taken: 0 }
    windows.set(keyId, window)
  }
  const isAllowed = window.taken < rateLimit
  if (isAllowed) window.taken += 1
  response.setHeader("x-ratelimit-limit", rateLimit)
  response.setHeader("x-ratelimit-remaining", rateLimit - window.taken)
  response.setHeader("x-ratelimit-reset", Math.ceil(window.resetAt / 1000))
  return isAllowed
}

/** The whole body, or nothing where it is larger than is read. */
const textOf = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let text = ""
    let bytes = 0
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => {
      bytes += Buffer.byteLength(chunk)
      if (bytes <= bodyBytesMax) text += chunk
    })
    request.on("end", () => resolve(bytes <= bodyBytesMax ? text : undefined))
    request.on("error", reject)
  })

/** JSON has no `undefined`: it stands for what is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const explained = (errors: Faults) => {
  const messages = Object.values(errors).flat()
  const more = messages.length === 1 ? "" : ` (and ${messages.length - 1} more errors)`
  return { message: `${messages[0]}${more}`, errors }
}

const refuse = (response: ServerResponse, status: number, reason: unknown): void =>
  answer(response, status, JSON.stringify({ hasError: true, response: reason }))

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  })
  response.end(body)
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`)
})

process.once("SIGTERM", () => {
  server.close(() => database.close())
  server.closeAllConnections()
})
