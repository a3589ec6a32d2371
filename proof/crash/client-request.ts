/**
 * A client's request by the documentation's advice: an unanswered request is repeated under its key, with its body.
 * Some clients give up instead.
 */
import { createHash } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

/** The result of one try: an answer, the notice that the first request is still running, a 5xx, or nothing. */
type Reply = "answer" | "still running" | "server error" | "silence"

export interface Answer {
  readonly status: number
  readonly text: string
  /** True if the service marks the answer as a replay. */
  readonly isReplayed: boolean
}

/** One request from its client's view, with its results. */
export interface ClientRequest {
  /** The idempotency key of a POST. Other methods have none, and may be repeated. */
  readonly key: string
  readonly method: "POST" | "PUT" | "DELETE"
  readonly path: string
  /** Unchanged in every try. */
  readonly body: string
  /** True if its client gives up when the first try has no answer: then only the service completes it. */
  readonly isAskedOnce: boolean
  /** The results of the tries, in order. */
  readonly replies: Array<Reply>
  /** The first answer. */
  answer: Answer | null
  /** True if the service died or its clock was moved before the answer came, or the request was repeated. */
  isDisturbed: boolean
}

type Asked = Pick<ClientRequest, "key" | "path"> & Partial<Pick<ClientRequest, "method" | "isAskedOnce">>

/** A POST that is repeated until it is answered, unless `asked` says otherwise. */
export const clientRequest = (asked: Asked, body: object): ClientRequest => ({
  method: "POST",
  isAskedOnce: false,
  ...asked,
  body: JSON.stringify(body),
  replies: [],
  answer: null,
  isDisturbed: false,
})

/** One request in this many is sent only once. */
const askedOnceOneIn = 4

export const isAskedOnceBy = (random: Random): boolean => random.below(askedOnceOneIn) === 0

/** True if its client waits for an answer. */
export const isOpen = ({ answer, isAskedOnce, replies }: ClientRequest): boolean =>
  answer === null && !(isAskedOnce && replies.length > 0)

/** Breaches of the promise that the answer has one of these statuses. */
export const answeredOtherThan = (
  { answer, key }: ClientRequest,
  statuses: ReadonlyArray<number>,
): ReadonlyArray<string> =>
  answer === null || statuses.includes(answer.status)
    ? []
    : [`${key} was answered with ${answer.status} ${answer.text}`]

/** Far longer than any answer takes. */
const patienceMillis = 60_000
/** The pause between two tries. Shorter than `Retry-After`: a run has no time to lose. */
const pauseMillis = 25

/** Repeats the request while it is open. @returns the answer, or null if the client gave up */
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

/** Sends the request once; null if the connection broke or nothing came. */
export const ask = async ({ base, key: bearer }: Shop, wanted: ClientRequest): Promise<Answer | null> => {
  const { body, key, method, path } = wanted
  const address = await base()
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        // Payers have no credentials, only an address. With one address, refused cards of one payer would block them
        // all.
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

/** A fixed client address for each key. */
const addressOf = (key: string): string => `10.${createHash("sha256").update(key).digest().subarray(0, 3).join(".")}`
