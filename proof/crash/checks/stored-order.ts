/** An order in its stored form. */
import { type Order, OrderDetails, progressFromStored, StoredProgress } from "@vintem/domain/order"
import { Schema } from "effect"

export interface OrderRow {
  readonly version: number
  readonly details: string
  readonly progress: string
}

const readDetails = Schema.decodeSync(Schema.fromJsonString(OrderDetails))
const readProgress = Schema.decodeSync(Schema.fromJsonString(StoredProgress))

export const storedOrder = ({ details, progress, version }: OrderRow): Order => {
  const learned = progressFromStored(readProgress(progress))
  if (learned === null) throw new Error("An attempt by credit names its card.")
  return { details: readDetails(details), version, ...learned }
}
