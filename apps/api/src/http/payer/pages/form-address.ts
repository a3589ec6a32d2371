/**
 * The address in a form that was sent without a script. Its payer may have corrected the postal code and left the
 * earlier street and city.
 */
import { missing } from "@vintem/contract"
import { foundPartNames, nothingFound, parsePostalCode, withFoundParts } from "@vintem/domain/customer"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import { AddressLookup } from "@vintem/domain/ports"
import { addressReplaced, type Entry, enteredParts, shownAddress, shownParts } from "@vintem/pay"
import { Effect, Option, Result } from "effect"

/** A form's values, by field name. */
type FormValues = Readonly<Record<string, string>>

/** Only some methods ask for an address. With any other one the form still sends the fields, but nobody sees them. */
const asksForAddress = (values: FormValues): boolean =>
  PaymentMethod.literals.some((method) => values["payment.method"] === method && methodRules[method].namesAddress)

/** The values that pay. Leaves out an address that the payer did not see. */
export const withoutUnseenAddress = (values: FormValues): FormValues =>
  asksForAddress(values)
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith("address.")))

/**
 * The form with the postal code's address, for the payer to check; null if the sent address is usable.
 *
 * Values from an earlier lookup that nobody edited are replaced; if nothing is found, they are emptied and asked for.
 * An unreadable code stays, to be refused later.
 */
export const correctedAddress = Effect.fnUntraced(function* (
  values: FormValues,
): Effect.fn.Return<Entry | null, never, AddressLookup> {
  if (!asksForAddress(values)) return null
  const code = parsePostalCode(values["address.postcode"] ?? "")
  const shownCode = parsePostalCode(values[shownAddress("postcode")] ?? "")
  if (Result.isFailure(code) || (Result.isSuccess(shownCode) && shownCode.success === code.success)) return null
  const entered = enteredParts(values)
  const before = shownParts(values)
  const isAllTyped = foundPartNames.every((name) => entered[name].trim() !== "" && entered[name] !== before[name])
  if (isAllTyped) return null
  const { find } = yield* AddressLookup
  const found = Option.getOrElse(yield* find(code.success), () => nothingFound)
  const address = withFoundParts(entered, before, found)
  if (foundPartNames.every((name) => address[name] === entered[name])) return null
  const changed = foundPartNames.flatMap((name) => [
    [`address.${name}`, address[name]],
    [shownAddress(name), found[name]],
  ])
  const empty = foundPartNames.filter((name) => address[name] === "")
  return {
    values: { ...values, [shownAddress("postcode")]: code.success, ...Object.fromEntries(changed) },
    faults: [addressReplaced, ...empty.map((name) => missing(`address.${name}`))],
  }
})
