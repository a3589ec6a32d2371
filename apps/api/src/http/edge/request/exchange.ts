/** A request and its answer: the facts that are needed while it is answered, and headers for any answer. */
import type { Networks } from "@vintem/adapters"
import type { TrailOrigin } from "@vintem/domain/trail"
import { Context, Option } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { addressOf } from "./client-address-of.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** Most requests write no entry of the audit log: their address is looked up only if one is written. */
export class Exchange implements TrailOrigin {
  readonly requestId: string
  readonly request: HttpServerRequest.HttpServerRequest
  readonly #networks: Networks
  readonly #headers: Record<string, string> = {}
  #changes: Array<(answer: Answer) => Answer> | null = null

  /** @param networks - the trusted proxies */
  constructor(requestId: string, request: HttpServerRequest.HttpServerRequest, networks: Networks) {
    this.requestId = requestId
    this.request = request
    this.#networks = networks
  }

  get address(): string | null {
    return Option.getOrNull(addressOf(this.request, this.#networks))
  }

  /** Sets a header of the answer, whatever the answer will be. The last value counts. */
  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  /** Changes the answer, whatever it will be. */
  changeAnswer(change: (answer: Answer) => Answer): void {
    this.#changes ??= []
    this.#changes.push(change)
  }

  /** Headers for the answer; the edge adds its own. */
  get headers(): Record<string, string> {
    return this.#headers
  }

  /** Applies all changes except the headers. */
  changed(answer: Answer): Answer {
    return this.#changes === null ? answer : this.#changes.reduce((changed, change) => change(changed), answer)
  }
}

/** The current exchange; null outside of the edge. */
export const CurrentExchange = Context.Reference<Exchange | null>("@vintem/api/http/CurrentExchange", {
  defaultValue: () => null,
})
