/** The reasons why a request failed, as the panel shows them. */
import { FaultDetail } from "@vintem/contract/panel-door"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Words } from "../../src/text/words.ts"
import { passwordNotGiven } from "./connection.ts"

/**
 * A refused request, or one with an unknown outcome. `mayBeDone`: an earlier request may have succeeded, so sending it
 * again may do it twice. `declined`: the user did not give the required password, and nothing was done.
 */
export interface Failure {
  readonly kind: "forbidden" | "notFound" | "invalid" | "wait" | "declined" | "unknown" | "mayBeDone"
  /** The first fault of each field; empty if the refusal is about no field. */
  readonly faults: ReadonlyMap<string, FaultDetail>
  /** Seconds after which it may be sent again; null if time does not help. */
  readonly waitSeconds: number | null
}

const plain = (kind: Failure["kind"]): Failure => ({ kind, faults: new Map(), waitSeconds: null })

/** Turns the error of a request into a failure to show. */
export const failureOf = (error: unknown): Failure => {
  if (!isTagged(error)) return plain("unknown")
  switch (error._tag) {
    case "Forbidden":
      return plain("forbidden")
    case passwordNotGiven._tag:
      return plain("declined")
    case "NotFound":
      return plain("notFound")
    case "Invalid": {
      const faults = faultsOf(error)
      // The service did something else under this key: the earlier content of the form.
      const isBegun = [...faults.values()].some(({ code }) => code === "idempotency_key_reused")
      return { ...plain(isBegun ? "mayBeDone" : "invalid"), faults }
    }
    case "TooManyRequests":
      return { ...plain("wait"), waitSeconds: secondsOf(error) }
    default:
      return plain("unknown")
  }
}

const isTagged = (error: unknown): error is { readonly _tag: string } =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string"

const secondsOf = (error: object): number | null =>
  "retryAfterSeconds" in error && typeof error.retryAfterSeconds === "number" ? error.retryAfterSeconds : null

const Refusal = Schema.Struct({
  response: Schema.Struct({ codes: Schema.Record(Schema.String, Schema.Array(FaultDetail)) }),
})

const faultsOf = (error: object): ReadonlyMap<string, FaultDetail> =>
  Option.match(Schema.decodeUnknownOption(Refusal)(error), {
    onNone: () => new Map(),
    onSome: ({ response }) =>
      new Map(
        Object.entries(response.codes).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
      ),
  })

/** The failure in a sentence. Fields show their own faults. */
export const sentenceOf = ({ kind, waitSeconds }: Failure, words: Words): string =>
  kind === "wait" ? words.failures.wait(waitSeconds ?? 60) : words.failures[kind]
