/**
 * What an entry of the audit log tells of its subject, in words: no name of a field, no code and no JSON.
 */
import { TrailFieldName } from "@vintem/domain/trail"
import * as Schema from "effect/Schema"
import type { AuditWords } from "./text/audit/words.ts"
import { orderStatusTitles } from "./text/order-status-titles.ts"
import type { Words } from "./text/words.ts"

const isKnown = Schema.is(TrailFieldName)

/** What a field is called. One that nobody knows is some other detail: an entry may be newer than the page. */
export const fieldLabel = (name: string, own: AuditWords): string => (isKnown(name) ? own.fields[name] : own.otherField)

/** Fields with a closed set of values, and the words for them. */
const valuesOf = (name: string, words: Words, own: AuditWords): Readonly<Partial<Record<string, string>>> => {
  switch (name) {
    case "status":
      return { ...words.subscription.statuses, ...words.batchStatuses, ...orderStatusTitles[words.language] }
    case "verdict":
      return orderStatusTitles[words.language]
    case "role":
      return words.roles
    case "feeMode":
      return words.feeModes
    case "kinds":
    case "events":
      return words.webhookKinds
    case "state":
      return words.deliveryStates
    case "scopes":
      return words.keys.scopes
    case "receipts":
      return words.settings.receiptsFor
    case "kind":
    case "every":
    case "language":
    case "channel":
      return own.values
    default:
      return {}
  }
}

/** Reais, written with two decimals. */
const amounts = ["additionalAmount", "amount", "fixed", "minimumInstallment", "priceCost", "unitPrice"]

/** Fields with values that only we understand: without words they are not shown. */
const coded = [
  "kind",
  "status",
  "verdict",
  "role",
  "feeMode",
  "kinds",
  "events",
  "state",
  "scopes",
  "receipts",
  "every",
  "channel",
]

const decimal = /^-?\d+(?:\.\d+)?$/u
const timestamp = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/u
const date = /^\d{4}-\d\d-\d\d$/u

/** @param name - of the field that holds it */
export const fieldText = (name: string, field: Schema.Json | undefined, words: Words, own: AuditWords): string => {
  if (field === null || field === undefined) return "–"
  if (typeof field === "boolean") return field ? words.yes : words.no
  if (typeof field === "number") return field.toLocaleString(words.language)
  if (typeof field === "string") return textOf(name, field, words, own)
  if (isList(field)) return field.length === 0 ? "–" : field.map((one) => fieldText(name, one, words, own)).join("; ")
  return Object.entries(field)
    .map(([inner, one]) => `${fieldLabel(inner, own)}: ${fieldText(inner, one, words, own)}`)
    .join(", ")
}

const isList = (field: Schema.Json): field is ReadonlyArray<Schema.Json> => Array.isArray(field)

const textOf = (name: string, field: string, words: Words, own: AuditWords): string => {
  const said = valuesOf(name, words, own)[field]
  if (said !== undefined) return said
  if (coded.includes(name)) return own.otherValue
  if (amounts.includes(name) && decimal.test(field)) return words.money(Number(field))
  if (date.test(field)) return words.day(field)
  return timestamp.test(field) && !field.endsWith("Z") ? words.second(field) : field
}
