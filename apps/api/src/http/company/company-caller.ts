/**
 * The company of a request, for both kinds of callers: an integrator with its key, or a user of the back office.
 *
 * An operation for both takes the way to find its caller as an argument, and looks for the caller once it has read the
 * request.
 */
import { Caller } from "@vintem/contract"
import type { Company } from "@vintem/domain/company"
import type { KeyScope } from "@vintem/domain/ports"
import { Effect } from "effect"
import { companyScope } from "../edge/keys/keyed.ts"

/** A company, and the scope of the idempotency keys that this caller sends. */
export interface CompanyCaller {
  readonly company: Company
  readonly keyScope: KeyScope
}

/** Finds the caller of a request. */
export type FindCaller<E, R> = Effect.Effect<CompanyCaller, E, R>

/** An integrator: the API key decides the company. */
export const integrator: FindCaller<never, Caller> = Effect.map(Caller, ({ company }) => ({
  company,
  keyScope: companyScope(company.id),
}))
