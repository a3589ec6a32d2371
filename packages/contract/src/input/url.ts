/**
 * URLs of a request.
 */
import * as Result from "effect/Result"
import { type Read, refusedAs } from "./codec.ts"
import { ofString, textRead } from "./text.ts"

/** In characters. */
const urlLengthMax = 2_048

/**
 * Reads an http or https URL, as written. A backslash is refused: browsers read it as a slash, other programs as a part
 * of the name.
 */
export const readUrl: Read<string> = ofString((text) => {
  const url = text.length <= urlLengthMax ? text.trim() : ""
  return /^https?:\/\/[^\s/?#\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(url) ? Result.succeed(url) : notAUrl
})

/** Reads a URL that others will call. Refuses a password, which would end up in their logs and ours. */
export const readUrlWithoutCredentials: Read<string> = (input) =>
  Result.flatMap(readUrl(input), (url) =>
    /^https?:\/\/[^/?#\\]*@/iu.test(url) ? withCredentials : Result.succeed(url),
  )

const notAUrl = refusedAs({ code: "invalid_url", max: urlLengthMax })
const withCredentials = refusedAs({ code: "url_with_credentials" })

export const url = textRead(readUrl, {
  words: `An http or https URL of at most ${urlLengthMax} characters`,
  unless: `${urlLengthMax} characters`,
})
export const urlWithoutCredentials = textRead(readUrlWithoutCredentials, {
  words: `An http or https URL of at most ${urlLengthMax} characters, without user or password`,
  unless: "without user or password",
})
