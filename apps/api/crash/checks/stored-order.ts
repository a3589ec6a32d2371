/**
 * An order as it is stored.
 */
import { Order } from "@vintem/domain"
import { Schema } from "effect"

export interface OrderRow {
  readonly version: number
  readonly details: string
  readonly progress: string
}

const readOrder = Schema.decodeUnknownSync(Order)

export const storedOrder = ({ details, progress, version }: OrderRow): Order =>
  readOrder({ ...JSON.parse(progress), details: JSON.parse(details), version })
