/** The facts in an audit entry, in words: no field name, no code and no JSON. */
import { AuditFactName } from "@vintem/domain/audit"
import * as Schema from "effect/Schema"
import type { AuditWords } from "./text/audit/words.ts"
import { orderStatusTitles } from "./text/order-status-titles.ts"
import type { Words } from "./text/words.ts"

const isKnown = Schema.is(AuditFactName)

/** A field's label. An unknown field gets a general one: an entry may be newer than the page. */
export const factLabel = (name: string, own: AuditWords): string => (isKnown(name) ? own.fields[name] : own.otherField)

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
export const factText = (name: string, fact: Schema.Json | undefined, words: Words, own: AuditWords): string => {
  if (fact === null || fact === undefined) return "–"
  if (typeof fact === "boolean") return fact ? words.yes : words.no
  if (typeof fact === "number") return fact.toLocaleString(words.language)
  if (typeof fact === "string") return textOf(name, fact, words, own)
  if (isList(fact)) return fact.length === 0 ? "–" : fact.map((one) => factText(name, one, words, own)).join("; ")
  return Object.entries(fact)
    .map(([inner, one]) => `${factLabel(inner, own)}: ${factText(inner, one, words, own)}`)
    .join(", ")
}

const isList = (fact: Schema.Json): fact is ReadonlyArray<Schema.Json> => Array.isArray(fact)

const textOf = (name: string, fact: string, words: Words, own: AuditWords): string => {
  const said = valuesOf(name, words, own)[fact]
  if (said !== undefined) return said
  if (coded.includes(name)) return own.otherValue
  if (amounts.includes(name) && decimal.test(fact)) return words.money(Number(fact))
  if (date.test(fact)) return words.day(fact)
  return timestamp.test(fact) && !fact.endsWith("Z") ? words.second(fact) : fact
}
