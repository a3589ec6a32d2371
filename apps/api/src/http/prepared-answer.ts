/**
 * Answers that say the same each time, made once at the start: whoever sends many requests that are refused makes us build nothing.
 */
import { type ApiError, errorAnswer } from "@vintem/contract"
import { HttpServerResponse } from "effect/http"

/** As the errors of operations are sent, with a media type that has no parameter. */
export const preparedAnswer = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  const { status, body } = errorAnswer(error)
  return HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })
}
