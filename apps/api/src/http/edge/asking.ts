/**
 * The company of a request, for both kinds of callers: an integrator with its key, or a user of the back office.
 *
 * Operations for both get this function, and call it once the request was read.
 */
import { Caller } from "@vintem/contract"
import type { Company } from "@vintem/domain/company"
import { Effect } from "effect"
import { companyScope } from "./keyed.ts"

/** A company, and whose the idempotency keys are that are sent for it. */
export interface Asking {
  readonly company: Company
  readonly keyScope: string
}

/** Finds the company of a request. */
export type Asker<E, R> = Effect.Effect<Asking, E, R>

/** By the key of the request. */
export const integrator: Asker<never, Caller> = Effect.map(Caller, ({ company }) => ({
  company,
  keyScope: companyScope(company.id),
}))
