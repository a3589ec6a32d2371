/**
 * A request as the documentation asks for it: what was not answered is asked again under the same key, with the same body. Some
 * clients give up instead.
 */
import { createHash } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

/** What a client got for one request: an answer, the word that the first request still runs, a 5xx, or nothing at all. */
type Reply = "answer" | "still running" | "server error" | "silence"

export interface Answer {
  readonly status: number
  readonly text: string
  /** Whether the service says that it is the first answer once more. */
  readonly isReplayed: boolean
}

/** One request as its client knows it: what is asked, and what came back. */
export interface ClientRequest {
  /** Of a POST the idempotency key; the others have none, and may be repeated as they are. */
  readonly key: string
  readonly method: "POST" | "PUT" | "DELETE"
  readonly path: string
  /** The same text each time. */
  readonly body: string
  /** Whether its client gives up where the first request brings no answer: then only the service looks after it. */
  readonly isAskedOnce: boolean
  /** What came back, time by time. */
  readonly replies: Array<Reply>
  /** The first answer. */
  answer: Answer | null
  /** Whether the service died or its clock was turned before the answer came, or it had to be asked again. */
  isDisturbed: boolean
}

type Asked = Pick<ClientRequest, "key" | "path"> & Partial<Pick<ClientRequest, "method" | "isAskedOnce">>

/** A POST that is asked until it is answered, unless something else is said. */
export const clientRequest = (asked: Asked, body: object): ClientRequest => ({
  method: "POST",
  isAskedOnce: false,
  ...asked,
  body: JSON.stringify(body),
  replies: [],
  answer: null,
  isDisturbed: false,
})

/** Of so many requests one is asked once only. */
const askedOnceOneIn = 4

export const isAskedOnceBy = (random: Random): boolean => random.below(askedOnceOneIn) === 0

/** Whether its client waits for an answer. */
export const isOpen = ({ answer, isAskedOnce, replies }: ClientRequest): boolean =>
  answer === null && !(isAskedOnce && replies.length > 0)

/** What contradicts that the answer, once it came, has one of these statuses. */
export const answeredOtherThan = (
  { answer, key }: ClientRequest,
  statuses: ReadonlyArray<number>,
): ReadonlyArray<string> =>
  answer === null || statuses.includes(answer.status)
    ? []
    : [`${key} was answered with ${answer.status} ${answer.text}`]

/** Far beyond what an answer takes. */
const patienceMillis = 60_000
/** Between one request and the next of the same key. Shorter than `Retry-After` says: a run has no time to lose. */
const pauseMillis = 25

/** Asks as long as the request is open. @returns the answer, or null where the client gave up */
export const askUntilAnswered = async (shop: Shop, wanted: ClientRequest): Promise<Answer | null> => {
  while (isOpen(wanted)) {
    const response = await ask(shop, wanted)
    const reply = replyIn(response)
    if (reply === "answer") wanted.answer = response
    else wanted.isDisturbed = true
    wanted.replies.push(reply)
    if (isOpen(wanted)) await setTimeout(pauseMillis)
  }
  return wanted.answer
}

const replyIn = (response: Answer | null): Reply => {
  if (response === null) return "silence"
  if (response.status >= 500) return "server error"
  return response.status === 409 ? "still running" : "answer"
}

/** Asks one time; null where the connection broke or nothing came. */
export const ask = async ({ base, key: bearer }: Shop, wanted: ClientRequest): Promise<Answer | null> => {
  const { body, key, method, path } = wanted
  const address = await base()
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        // Payers have no credentials, and each an address: the refused cards of one would stop them all otherwise.
        ...(path.startsWith("/public/")
          ? { "x-forwarded-for": addressOf(key) }
          : { authorization: `Bearer ${bearer}` }),
        ...(method === "DELETE" ? {} : { "content-type": "application/json" }),
        ...(method === "POST" ? { "idempotency-key": key } : {}),
      },
      body: method === "DELETE" ? null : body,
      signal: AbortSignal.timeout(patienceMillis),
    })
    const isReplayed = response.headers.get("idempotent-replayed") === "true"
    return { status: response.status, text: await response.text(), isReplayed }
  } catch {
    return null
  }
}

/** A client address for a key, always the same. */
const addressOf = (key: string): string => `10.${createHash("sha256").update(key).digest().subarray(0, 3).join(".")}`
