/** Replaces values at places of a JSON value. Everything else stays, in the written order. */
import type { CustomerDetails } from "../customer/customer.ts"
import { emailKey } from "../customer/email.ts"

/**
 * The replacement at a place after the person is erased: one of the values of `erasedDetails`, null, or nothing.
 * `email_key` is the key for finding the address.
 */
export type ErasedPart = "fullname" | "email" | "email_key" | "document" | "telephone" | "null" | "absent"

/**
 * The value without the person's data. A missing place stays missing.
 *
 * @param value - JSON; any other value is returned unchanged
 * @param places - the names on the way to each, between points; `*` stands for every element of an array
 * @param erased - the values that replace the person's
 */
export const erasePlaces = (
  value: unknown,
  places: Readonly<Record<string, ErasedPart>>,
  erased: CustomerDetails,
): unknown =>
  Object.entries(places).reduce((whole, [place, part]) => erasedAt(whole, place.split("."), part, erased), value)

/** The replacement at a place. Undefined if the place is removed. */
export const erasedValue = (part: ErasedPart, erased: CustomerDetails): string | null | undefined => {
  switch (part) {
    case "null":
      return null
    case "absent":
      return undefined
    case "email_key":
      return emailKey(erased.email)
    default:
      return erased[part]
  }
}

const erasedAt = (value: unknown, way: ReadonlyArray<string>, part: ErasedPart, erased: CustomerDetails): unknown => {
  const [name, ...rest] = way
  if (name === undefined) return erasedValue(part, erased)
  if (name === "*") return Array.isArray(value) ? value.map((one) => erasedAt(one, rest, part, erased)) : value
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  const changed = erasedAt(value[name], rest, part, erased)
  if (changed !== undefined) return { ...value, [name]: changed }
  const { [name]: _gone, ...others } = value
  return others
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
