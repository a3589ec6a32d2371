/** The payment methods, under their published names. The rules of each are in its own file: see `methods.ts`. */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** Methods that issue an instrument, which the payer pays later. */
const issued = { pix: null, bank_slip: null }

/** Every method, in the order of price lists. A card is charged at once. */
const every = { ...issued, credit: null }

/** Sentences and descriptions name the card first. */
export const PaymentMethod = Schema.Literals(Record.keys(every).toReversed())
export type PaymentMethod = typeof PaymentMethod.Type

/** A method that issues an instrument. */
export type IssuedMethod = keyof typeof issued
/** All issued methods, in the order of price lists. */
export const issuedMethods: ReadonlyArray<IssuedMethod> = Record.keys(issued)

/** A record with a value for each method. */
export const forEachMethod = <A>(make: (method: PaymentMethod) => A): Readonly<globalThis.Record<PaymentMethod, A>> =>
  Record.map(every, (_, method) => make(method))

/** A record with a value for each issued method. */
export const forEachIssuedMethod = <A>(
  make: (method: IssuedMethod) => A,
): Readonly<globalThis.Record<IssuedMethod, A>> => Record.map(issued, (_, method) => make(method))
