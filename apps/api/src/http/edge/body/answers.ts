/** Answers as bytes. All of them are JSON, errors too. */
import { type ApiError, errorAnswer, errorStatus, type InvalidFields, invalidBody } from "@vintem/contract"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Predicate } from "effect"
import { HttpServerResponse } from "effect/http"

export const contentType = "application/json; charset=utf-8"

/** An answer that is stored under an idempotency key has to be text before it is sent. */
export const answerText = (status: number, body: unknown): StoredAnswer => ({ status, body: JSON.stringify(body) })

export const errorText = (error: ApiError): StoredAnswer => {
  const { status, body } = errorAnswer(error)
  return answerText(status, body)
}

/** The faults of a request. They are frequent, so no error object is made. */
export const invalidText = (refusal: Pick<InvalidFields, "faults">): StoredAnswer =>
  answerText(errorStatus.Invalid, invalidBody(refusal))

export const sent = ({ status, body }: StoredAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, contentType })

export const json = (status: number, body: unknown): HttpServerResponse.HttpServerResponse =>
  sent(answerText(status, body))

export const failed = (error: ApiError): HttpServerResponse.HttpServerResponse => sent(errorText(error))

export const faulty = (refusal: Pick<InvalidFields, "faults">): HttpServerResponse.HttpServerResponse =>
  sent(invalidText(refusal))

/**
 * An operation's error as an answer, made without a schema. The media type has no parameter here.
 *
 * Constant answers are built once, at the start. So even many refused requests build nothing.
 */
export const preparedAnswer = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  const { status, body } = errorAnswer(error)
  const answer = HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })
  return error._tag === "TooManyRequests"
    ? HttpServerResponse.setHeader(answer, "retry-after", String(error.retryAfterSeconds))
    : answer
}

/** True if an operation failed with one of the errors that the API describes. */
export const isApiError = (error: unknown): error is ApiError =>
  Predicate.hasProperty(error, "_tag") && typeof error._tag === "string" && Object.hasOwn(errorStatus, error._tag)
