/**
 * Answers as bytes. Everything is JSON, whatever went wrong.
 */
import { type ApiError, errorAnswer, errorStatus, type InvalidFields, invalidBody } from "@vintem/contract"
import type { StoredAnswer } from "@vintem/domain/ports"
import { HttpServerResponse } from "effect/http"

const contentType = "application/json; charset=utf-8"

/** An answer that is kept under an idempotency key has to be text before it is sent. */
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
