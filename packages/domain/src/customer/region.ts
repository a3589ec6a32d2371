// The states of Brazil by their abbreviations (UF).
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { trimCode } from "../text/code.ts"
import { upperCaseAscii } from "../text/text.ts"

/** The 26 states and the Federal District. */
export const Region = Schema.Literals([
  ...["AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO"],
  ...["MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI", "PR"],
  ...["RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO"],
] as const)
export type Region = typeof Region.Type

/** The text abbreviates no state; the caller can correct it. */
export class RegionRefused extends Data.TaggedClass("RegionRefused")<{
  readonly reason: "unknown"
}> {}

/** Reads an abbreviation in either case. */
export const parseRegion = (input: string): Result.Result<Region, RegionRefused> => {
  const text = upperCaseAscii(trimCode(input))
  return isRegion(text) ? Result.succeed(text) : Result.fail(new RegionRefused({ reason: "unknown" }))
}

const isRegion = Schema.is(Region)
