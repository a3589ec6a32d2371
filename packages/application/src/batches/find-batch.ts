/** Finds a batch for its company. */
import type { Batch } from "@vintem/domain/batch"
import { BatchToken, type CompanyId } from "@vintem/domain/identifiers"
import { BatchRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"

/** The company has no such batch; other companies' batches do not count. Nothing was done. */
export class NoSuchBatch extends Schema.TaggedError<NoSuchBatch>()("NoSuchBatch", { token: BatchToken }) {}

/** Fails with `NoSuchBatch`. */
export const findBatch = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
): Effect.fn.Return<Batch, NoSuchBatch | StorageUnavailable, BatchRepository> {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  return Option.isNone(found) ? yield* new NoSuchBatch({ token }) : found.value
})
