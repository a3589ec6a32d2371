/**
 * Finds a batch for the company that made it.
 */
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import { BatchRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { NoSuchBatch } from "./no-such-batch.ts"

/** Fails with `NoSuchBatch`. */
export const findBatch = Effect.fnUntraced(function* (company: CompanyId, token: BatchToken) {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  return Option.isNone(found) ? yield* new NoSuchBatch({ token }) : found.value
})
