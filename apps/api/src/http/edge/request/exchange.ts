/**
 * A request and its answer: what is known of the request while it is answered, and the headers that every answer needs.
 */
import type { Networks } from "@vintem/adapters"
import type { TrailOrigin } from "@vintem/domain/trail"
import { Context, Option } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { addressOf } from "./client-address-of.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** Most requests change nothing that the audit log has an entry for: their address is looked up only where one is written. */
export class Exchange implements TrailOrigin {
  readonly requestId: string
  readonly request: HttpServerRequest.HttpServerRequest
  readonly #networks: Networks
  readonly #headers: Record<string, string> = {}
  #changes: Array<(answer: Answer) => Answer> | null = null

  /** @param networks - of the proxies that are trusted */
  constructor(requestId: string, request: HttpServerRequest.HttpServerRequest, networks: Networks) {
    this.requestId = requestId
    this.request = request
    this.#networks = networks
  }

  get address(): string | null {
    return Option.getOrNull(addressOf(this.request, this.#networks))
  }

  /** The answer gets this header, whatever it will be. The last value counts. */
  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  /** The answer is changed so, whatever it will be. */
  changeAnswer(change: (answer: Answer) => Answer): void {
    this.#changes ??= []
    this.#changes.push(change)
  }

  /** Headers for the answer, to which the edge adds its own. */
  get headers(): Record<string, string> {
    return this.#headers
  }

  /** The answer with all changes but the headers. */
  changed(answer: Answer): Answer {
    return this.#changes === null ? answer : this.#changes.reduce((changed, change) => change(changed), answer)
  }
}

/** The exchange at hand; null if no edge is in front of what runs. */
export const CurrentExchange = Context.Reference<Exchange | null>("@vintem/api/http/CurrentExchange", {
  defaultValue: () => null,
})
