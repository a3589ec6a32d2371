/** A random code for a new company. Its store decides if the code is taken. */
import { companyCodeFrom } from "@vintem/domain/identifiers"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** Thirty random bits. The code is no secret. */
export const randomCompanyCode = Effect.map(Random.nextIntBetween(0, 2 ** 30 - 1), companyCodeFrom)
