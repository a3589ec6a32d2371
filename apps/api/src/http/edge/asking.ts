/**
 * For which company an operation is asked, whoever asks: an integrator by its key, or somebody who works on the company.
 *
 * Operations that both have are given how it is found out, and find it out when the request was read.
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

/** How it is found out. */
export type Asker<E, R> = Effect.Effect<Asking, E, R>

/** By the key of the request. */
export const integrator: Asker<never, Caller> = Effect.map(Caller, ({ company }) => ({
  company,
  keyScope: companyScope(company.id),
}))
