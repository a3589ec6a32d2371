/** Answers of a service that waits for its database: it lives, and cannot work yet. */
import type { RequestListener } from "node:http"
import { errorAnswer, ServerError } from "@vintem/contract"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Duration } from "effect"
import { retryInterval } from "../../database-awaited.ts"
import { answerText, contentType } from "./body/answers.ts"
import { alive, livePath, readyPath } from "./health.ts"
import { protectiveHeaders } from "./limits/protective-headers.ts"
import { requestPath } from "./request/request-path.ts"

export const answerAwaiting: RequestListener = ({ url = "" }, response) => {
  const { body, status } = answerTo(requestPath({ url }))
  response.writeHead(status, status === unavailable ? retryHeaders : headers).end(body)
}

const unavailable = 503

const answerTo = (path: string): StoredAnswer => {
  if (isAt(path, livePath)) return live
  return isAt(path, readyPath) ? notReady : nothingDone
}

const isAt = (path: string, place: string): boolean => path === place || path === `${place}/`

const live = answerText(200, alive)
const notReady = answerText(unavailable, { status: "storage_awaited" })
const nothingDone = answerText(unavailable, errorAnswer(new ServerError()).body)

const headers = { "content-type": contentType, ...protectiveHeaders(false) }
const retryHeaders = { ...headers, "retry-after": String(Math.ceil(Duration.toSeconds(retryInterval))) }
