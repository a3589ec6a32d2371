/**
 * What an answer to a payment says, whichever operation gives it.
 */
import { Invalid, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import type { Answer } from "../client-request.ts"
import type { Outcome } from "./purchase.ts"

const readResponse = Schema.decodeSync(Schema.fromJsonString(SingleOrderResponse))

/** What an answer acknowledges that reads as that of a single order; a surprise where it is none. */
export const acknowledgedIn = ({ status, text }: Answer): Outcome => {
  if (status !== 200) return { _tag: "surprise" }
  const { data } = readResponse(text)
  return { _tag: "acknowledged", order: data.order_number, status: data.status }
}

const readInvalid = Schema.decodeSync(Schema.fromJsonString(Invalid))

/** Whether this field is refused and nothing else. */
export const isRefusedFor = (field: string, { status, text }: Answer): boolean =>
  status === 422 && Object.keys(readInvalid(text).response.errors).join() === field
