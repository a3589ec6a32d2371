/**
 * The failure that a store's callers get when PostgreSQL fails.
 */
import { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { ConstraintViolated } from "../engine/executor.ts"
import { faultOf, isConstraint, type PostgresFailure } from "./sql-state.ts"

/** A constraint that was broken is a defect of ours. */
export const storageFailure = (
  operation: string,
  failure: PostgresFailure,
): Effect.Effect<never, StorageUnavailable> =>
  isConstraint(failure)
    ? Effect.die(new ConstraintViolated(operation, { cause: failure }))
    : Effect.fail(new StorageUnavailable({ fault: faultOf(failure), operation, cause: failure }))

/** It is not known whether it was written. */
export const uncertain = (operation: string, cause: PostgresFailure): Effect.Effect<never, StorageUnavailable> =>
  Effect.fail(new StorageUnavailable({ fault: "uncertain", operation, cause }))
