/**
 * The HTTP side of the baselines that take single orders, `node:http` with nothing on top: key, rate limit, validation, answer.
 */
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Company } from "./company.ts"
import { type Faults, readSingleOrder, type SingleOrder } from "./request.ts"

/** Windows are a minute long. */
export const rateWindowMillis = 60_000
export const rateLimit = 1_000_000_000

/** A key's minute, with the request at hand. */
export interface Window {
  readonly isAllowed: boolean
  readonly taken: number
  readonly resetAt: number
}

/** What the requests are answered from. */
export interface Store {
  /** By the header `authorization`. */
  readonly companyOf: (authorization: string | undefined) => Company | undefined | Promise<Company | undefined>
  readonly take: (company: Company) => Window | Promise<Window>
  /** @returns the body of the answer */
  readonly placeOrder: (company: Company, order: SingleOrder) => Promise<string>
  readonly close: () => void
}

const bodyBytesMax = 262_144
const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/u

/** Listens on a free port, prints its address, and ends with SIGTERM. */
export const serveSingleOrders = (store: Store): void => {
  const server = createServer((request, response) => {
    const given = request.headers["x-request-id"]
    response.setHeader("x-request-id", typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID())
    singleOrder(store, request, response).catch((cause: unknown) => {
      console.error(cause)
      refuse(response, 500, "Error on server, try again.")
    })
  })
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`)
  })
  process.once("SIGTERM", () => {
    server.close(() => store.close())
    server.closeAllConnections()
  })
}

const singleOrder = async (store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.url !== "/api/v1/order/single") return refuse(response, 404, "Not found")
  if (request.method !== "POST") return refuse(response, 405, "Method not allowed.")
  const company = await store.companyOf(request.headers.authorization)
  if (company === undefined) return refuse(response, 401, "Unauthenticated.")
  if (!(await isTaken(store, company, response))) return refuse(response, 429, "Too many requests.")
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
  answer(response, 200, await store.placeOrder(company, order))
}

const dateInSaoPaulo = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo", dateStyle: "short" })

/** Counts a request in its key's minute. */
const isTaken = async (store: Store, company: Company, response: ServerResponse): Promise<boolean> => {
  const { isAllowed, resetAt, taken } = await store.take(company)
  response.setHeader("x-ratelimit-limit", rateLimit)
  response.setHeader("x-ratelimit-remaining", rateLimit - taken)
  response.setHeader("x-ratelimit-reset", Math.ceil(resetAt / 1000))
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

/** JSON has no `undefined`: it marks invalid JSON. */
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
