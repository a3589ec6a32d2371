/** Reads the answer to a payment, from any operation. */
import { Invalid, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import type { Answer } from "../client-request.ts"
import type { Outcome } from "./purchase.ts"

const readResponse = Schema.decodeSync(Schema.fromJsonString(SingleOrderResponse))

/** The acknowledgement in an answer in the form of a single order's; a surprise if it has another form. */
export const acknowledgedIn = ({ status, text }: Answer): Outcome => {
  if (status !== 200) return { _tag: "surprise" }
  const { data } = readResponse(text)
  return { _tag: "acknowledged", order: data.order_number, status: data.status }
}

const readInvalid = Schema.decodeSync(Schema.fromJsonString(Invalid))

/** True if only this field is refused. */
export const isRefusedFor = (field: string, { status, text }: Answer): boolean =>
  status === 422 && Object.keys(readInvalid(text).response.errors).join() === field
