/**
 * Errors of operations as answers, made without a schema.
 */
import { type ApiError, errorAnswer, errorStatus } from "@vintem/contract"
import { Predicate } from "effect"
import { HttpServerResponse } from "effect/http"

/**
 * The media type has no parameter here. Constant answers are built once, at the start: many refused requests build nothing.
 */
export const preparedAnswer = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  const { status, body } = errorAnswer(error)
  const answer = HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })
  return error._tag === "TooManyRequests"
    ? HttpServerResponse.setHeader(answer, "retry-after", String(error.retryAfterSeconds))
    : answer
}

/** Whether an operation's failure is one of the errors that the API describes. */
export const isApiError = (error: unknown): error is ApiError =>
  Predicate.hasProperty(error, "_tag") && typeof error._tag === "string" && Object.hasOwn(errorStatus, error._tag)
