/**
 * Every store of the service over one executor.
 */
import { Layer } from "effect"
import * as ApiKeyRepositoryKysely from "./api-key-repository.ts"
import * as CompanyRepositoryKysely from "./company-repository.ts"
import * as CustomerRepositoryKysely from "./customer-repository.ts"
import * as IdempotencyStoreKysely from "./idempotency-store.ts"
import * as JobQueueKysely from "./job-queue.ts"
import * as OrderRepositoryKysely from "./order-repository.ts"
import * as SavedCardRepositoryKysely from "./saved-card-repository.ts"

/** Needs an executor and its unit of work. */
export const layerNoDeps = Layer.mergeAll(
  ApiKeyRepositoryKysely.layer,
  CompanyRepositoryKysely.layer,
  CustomerRepositoryKysely.layer,
  IdempotencyStoreKysely.layer,
  JobQueueKysely.layer,
  OrderRepositoryKysely.layer,
  SavedCardRepositoryKysely.layer,
)
