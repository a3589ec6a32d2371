/** `GET /api/v1/order`: the filters of the list of orders. */
import { endOfDayExclusive, LocalDate, startOfDay } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import { Document } from "@vintem/domain/documents"
import { OrderStatus } from "@vintem/domain/order"
import type { OrderFilter } from "@vintem/domain/ports"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { type Read, refusedAs } from "../input/codec.ts"
import { readDate } from "../input/date.ts"
import { integerOf, notAnInteger } from "../input/integer.ts"
import { queryField } from "../input/query.ts"
import { ofString, readDocument, readEmail, readText } from "../input/text.ts"
import { pageField } from "../pagination.ts"

/** Longest `src` and `ref`, in code points. */
export const referenceLimits = { min: 1, max: 255 } as const

const readStatuses: Read<ReadonlyArray<OrderStatus>> = ofString((text) => {
  const statuses: Array<OrderStatus> = []
  for (const word of trimCode(text).split(",")) {
    const status = readStatus(word)
    if (Result.isFailure(status)) return unknownStatus
    statuses.push(status.success)
  }
  return Result.succeed(statuses)
})

const readStatus = readChoice(OrderStatus.literals)
const unknownStatus = refusedAs({ code: "unknown_values", allowed: OrderStatus.literals, as: "text" })

/** Any id is allowed, even one that no company has. */
const readProductId: Read<number> = (input) => {
  const id = integerOf(input)
  return id === undefined ? notAnInteger : Result.succeed(id)
}

const dateText = Schema.String.annotate({ format: "date" })

/** All filters must match. Unknown parameters are ignored. */
export const OrderListQuery = Schema.Struct({
  page: pageField,
  from: queryField(
    dateText.annotate({ description: "First day, in America/Sao_Paulo.", examples: ["2026-11-01"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  to: queryField(
    dateText.annotate({ description: "Last day, included.", examples: ["2026-11-30"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  updated_from: queryField(
    dateText.annotate({
      description:
        "First day of the last change (`updated_at`), in America/Sao_Paulo. The order of the list stays: latest placed first.",
      examples: ["2026-11-01"],
    }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  updated_to: queryField(
    dateText.annotate({ description: "Last day of the last change, included.", examples: ["2026-11-30"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  status: queryField(
    Schema.String.annotate({ description: "One status, or several separated by commas.", examples: ["paid,unpaid"] }),
    Schema.Array(OrderStatus),
    readStatuses,
    (statuses) => statuses.join(","),
  ),
  src: queryField(
    Schema.String.annotate({ description: "The order's external reference, exactly.", examples: ["loja-1"] }),
    Schema.String,
    readText(referenceLimits),
    (src) => src,
  ),
  ref: queryField(
    Schema.String.annotate({ description: "The order's external reference, exactly.", examples: ["A-1001"] }),
    Schema.String,
    readText(referenceLimits),
    (ref) => ref,
  ),
  product_id: queryField(
    Schema.String.annotate({ description: "Orders with an item of this product.", format: "int64", examples: ["7"] }),
    Schema.Int,
    readProductId,
    String,
  ),
  taxvat: queryField(
    Schema.String.annotate({
      description: "CPF or CNPJ of the customer, with or without punctuation.",
      examples: ["52998224725"],
    }),
    Document,
    readDocument,
    (document) => document,
  ),
})
export type OrderListQuery = typeof OrderListQuery.Type

/** The filters for a company's members: the same, and those that support needs on the telephone. */
export const OrderSearchQuery = Schema.Struct({
  ...OrderListQuery.fields,
  email: queryField(
    Schema.String.annotate({
      description: "The customer's current e-mail, even if the order was placed with another. Case does not matter.",
      examples: ["maria@example.com"],
    }),
    Email,
    readEmail,
    (email) => email,
  ),
})
export type OrderSearchQuery = typeof OrderSearchQuery.Type

/** Turns days into instants: from the first second of `from` to before the first second after `to`. */
export const orderFilter = ({
  from,
  to,
  updated_from,
  updated_to,
  status,
  src,
  ref,
  product_id,
  taxvat,
  email,
}: OrderListQuery & Pick<OrderSearchQuery, "email">): OrderFilter => ({
  ...(status === undefined ? {} : { statuses: status }),
  ...(src === undefined ? {} : { src }),
  ...(ref === undefined ? {} : { ref }),
  ...(product_id === undefined ? {} : { productId: product_id }),
  ...(taxvat === undefined ? {} : { document: taxvat }),
  ...(email === undefined ? {} : { email }),
  ...(from === undefined ? {} : { from: startOfDay(from) }),
  ...(to === undefined ? {} : { before: endOfDayExclusive(to) }),
  ...(updated_from === undefined ? {} : { updatedFrom: startOfDay(updated_from) }),
  ...(updated_to === undefined ? {} : { updatedBefore: endOfDayExclusive(updated_to) }),
})
