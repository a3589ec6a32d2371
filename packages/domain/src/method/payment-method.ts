/**
 * The ways to pay, under their published names. What each of them answers stands in its own file: see `methods.ts`.
 */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** Methods whose payment is issued to the payer, who pays it later. */
const issued = { pix: null, bank_slip: null }

/** Every method, in the order of price lists. A card is charged at once. */
const every = { ...issued, credit: null }

/** Sentences and descriptions name the card first. */
export const PaymentMethod = Schema.Literals(Record.keys(every).toReversed())
export type PaymentMethod = typeof PaymentMethod.Type

/** A method whose payment is issued. */
export type IssuedMethod = keyof typeof issued
/** All of them, in the order of price lists. */
export const issuedMethods: ReadonlyArray<IssuedMethod> = Record.keys(issued)

/** Something for each method. */
export const forEachMethod = <A>(make: (method: PaymentMethod) => A): Readonly<globalThis.Record<PaymentMethod, A>> =>
  Record.map(every, (_, method) => make(method))

/** Something for each issued method. */
export const forEachIssuedMethod = <A>(
  make: (method: IssuedMethod) => A,
): Readonly<globalThis.Record<IssuedMethod, A>> => Record.map(issued, (_, method) => make(method))
