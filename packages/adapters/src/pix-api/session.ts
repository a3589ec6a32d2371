/**
 * Requests to an institution under the account's token.
 *
 * A request that changes something is written to a connection once. Only a 401 sends it again, under another token,
 * because it means that nothing was done.
 */
import type { OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { type Reply, replyTo } from "../connection/reply.ts"
import { Sending } from "../connection/sending.ts"
import { AccountRejected } from "../psp/psp.ts"
import type { PixAccount } from "./pix-account.ts"
import { type Token, tokensOf } from "./token.ts"

export interface Question {
  readonly method: "GET" | "PUT" | "PATCH"
  /** Begins with a slash. */
  readonly path: string
  readonly body?: object
  /** Knows afterwards if the request left. */
  readonly departure?: Departure
}

/**
 * Knows if a request that makes a charge has left. Its last sending decides, because a 401 answered the earlier ones.
 */
export class Departure {
  #last: Sending | null = null

  next(): Sending {
    this.#last = new Sending()
    return this.#last
  }

  /** The request so far had no effect, and will have none. */
  withdraw(): void {
    this.#last = null
  }

  /** Ask once the request has ended. */
  get hasSurelyNotLeft(): boolean {
    return this.#last === null || this.#last.hasSurelyNotLeft
  }
}

export type Ask = (question: Question) => Effect.Effect<Reply, AccountRejected | OutcomeUnknown>

/** A list of a hundred charges is about a tenth of this. */
const answerBytesMax = 2 * 1024 * 1024

export const sessionOf = Effect.fnUntraced(function* (client: HttpClient.HttpClient, account: PixAccount) {
  const tokens = yield* tokensOf(client, account)
  const send = ({ method, path, body, departure }: Question, token: Token) => {
    const bare = HttpClientRequest.make(method)(`${account.baseUrl}${path}`, { acceptJson: true })
    const request = HttpClientRequest.bearerToken(bare, token)
    return replyTo(
      client,
      body === undefined ? request : HttpClientRequest.bodyText(request, JSON.stringify(body), "application/json"),
      // A watched request is not written again after its connection broke.
      { answerBytesMax, sending: method === "GET" ? undefined : (departure ?? new Departure()).next() },
    )
  }
  const ask: Ask = Effect.fnUntraced(function* (question) {
    const token = yield* tokens.current
    const first = yield* send(question, token)
    if (first.status !== 401) return first
    question.departure?.withdraw()
    const second = yield* send(question, yield* tokens.insteadOf(token))
    if (second.status !== 401) return second
    question.departure?.withdraw()
    return yield* new AccountRejected({
      account: account.name,
      fault: "credentials",
      detail: "HTTP 401 after a new token",
    })
  })
  return ask
})
