/**
 * A postal code lookup at the other end of a connection, with ViaCEP's answers: `GET {base}/{code}/json/`.
 *
 * It only saves typing: a failure is logged and gives no address, and its time is limited.
 */
import { addressLimits, FoundAddress, type PostalCode, parseRegion } from "@vintem/domain/customer"
import { AddressLookup } from "@vintem/domain/ports"
import { parseText, type TextLimits } from "@vintem/domain/text"
import * as Cache from "effect/Cache"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** Milliseconds. The caller is making a link, and would rather type than wait. */
const patienceMillis = 2_000

/** Streets rarely change; an unknown code may be new. A failure is not cached: the next request asks again. */
const keep = { found: "30 days", unknown: "1 hour", failed: 0 } as const satisfies Record<string, Duration.Input>

/** The most cached codes, latest requested. */
const capacity = 10_000

/** The most bytes to read. An answer has a few hundred. */
const answerBytesMax = 16_384

/**
 * Asks a service with ViaCEP's answers, and caches them.
 *
 * @param base - without a trailing slash; the code is appended
 * @param timeoutMillis - until an incomplete answer counts as none
 */
export const layer = (
  base: string,
  timeoutMillis = patienceMillis,
): Layer.Layer<AddressLookup, never, HttpClient.HttpClient> =>
  Layer.effect(
    AddressLookup,
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const asking = (code: PostalCode) =>
        Effect.timeoutOrElse(ask(client, base, code), {
          duration: timeoutMillis,
          orElse: () => new LookupFailed({ detail: "no answer in time" }),
        })
      const cache = yield* Cache.makeWith(asking, {
        capacity,
        timeToLive: (exit) => {
          if (Exit.isFailure(exit)) return keep.failed
          return Option.isSome(exit.value) ? keep.found : keep.unknown
        },
      })
      return AddressLookup.of({
        find: (code) =>
          Cache.get(cache, code).pipe(
            Effect.catch(({ detail }) =>
              Effect.as(Effect.logWarning("the address lookup failed", { detail }), Option.none()),
            ),
          ),
      })
    }),
  )

/** The lookup failed. `detail` quotes neither the code, which is personal data, nor the answer. */
class LookupFailed extends Schema.TaggedError<LookupFailed>()("LookupFailed", { detail: Schema.String }) {}

const ask = Effect.fnUntraced(
  function* (client: HttpClient.HttpClient, base: string, code: PostalCode) {
    const response = yield* client.execute(HttpClientRequest.get(`${base}/${code}/json/`, { acceptJson: true }))
    const text = yield* textOf(response)
    if (response.status !== 200) return yield* new LookupFailed({ detail: `HTTP ${response.status}` })
    const answer = decodeAnswer(text)
    if (Option.isNone(answer)) return yield* new LookupFailed({ detail: "an answer that cannot be read" })
    return yield* foundIn(answer.value)
  },
  // Only the operator configures the address of the lookup: redirects are not followed.
  Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
  // The client's own span would keep the URL, and with it the code.
  Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
  Effect.catchTag("HttpClientError", () => new LookupFailed({ detail: "no connection" })),
)

/** Read in full, so that the connection can be used again, and never more than an answer can be. */
const textOf = (response: HttpClientResponse.HttpClientResponse) =>
  Stream.runFoldEffect(
    response.stream,
    () => new Uint8Array(),
    (read, chunk) =>
      read.length + chunk.length > answerBytesMax
        ? Effect.fail(new LookupFailed({ detail: "an answer that does not end" }))
        : Effect.succeed(Buffer.concat([read, chunk])),
  ).pipe(Effect.map((bytes) => new TextDecoder().decode(bytes)))

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

/**
 * For an unknown code the answer has `erro`, formerly a boolean and now a text; any other answer is an address, perhaps
 * with empty parts.
 */
const Answer = Schema.Struct({
  erro: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.String])),
  ...{ logradouro: text, bairro: text, localidade: text, uf: text },
})

const decodeAnswer = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))

const decodeFound = Schema.decodeUnknownOption(FoundAddress)

/** None if the code is unknown; a failure if the answer is no Brazilian address. */
const foundIn = ({ bairro, erro, localidade, logradouro, uf }: typeof Answer.Type) => {
  if (erro === true || erro === "true") return Effect.succeedNone
  const found = decodeFound({
    street: tidy(logradouro, addressLimits.street),
    district: tidy(bairro, addressLimits.district),
    city: tidy(localidade, addressLimits.city),
    region: Result.getOrNull(parseRegion(uf ?? "")),
  })
  return Option.isSome(found)
    ? Effect.succeed(found)
    : Effect.fail(new LookupFailed({ detail: "an answer that is not an address" }))
}

/** Normalizes a text as the domain does; it may be empty. Null if it cannot be one. */
const tidy = (given: string | null | undefined, { max }: TextLimits): string | null =>
  Result.getOrNull(parseText(given ?? "", { min: 0, max }))
