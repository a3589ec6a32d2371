/** The fields of a link that switch its methods on and off, one for each method: `enable_pix` and so on. */
import { forEachMethod, type PaymentMethod } from "@vintem/domain/method"
import * as Record from "effect/Record"

/** The field of a method. */
export const enableFlag = <Method extends PaymentMethod>(method: Method) => `enable_${method}` as const

/** Which methods are on. */
export type EnableFlags = Readonly<globalThis.Record<`enable_${PaymentMethod}`, boolean>>

/** A record with a value for each of the fields. */
export const forEachFlag = <A>(make: (method: PaymentMethod) => A) =>
  Record.mapKeys(forEachMethod(make), (method) => enableFlag(method))
