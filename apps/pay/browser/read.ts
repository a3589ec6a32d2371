/** Reads data from the service to show it. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The `data` of an answer; undefined without an answer, or with another one. */
export const read = async <A>(path: string, data: Schema.Decoder<A>, signal?: AbortSignal): Promise<A | undefined> => {
  try {
    const response = await fetch(path, { cache: "no-store", signal: signal ?? null })
    const answer = Schema.decodeUnknownOption(Schema.Struct({ data }))(await response.json())
    return Option.isSome(answer) ? answer.value.data : undefined
  } catch {
    return undefined
  }
}
