/**
 * Every contract of storage, for an adapter that offers all stores. A rate limiter keeps nothing, and has its contract apart.
 */
import type * as Layer from "effect/Layer"
import type { ApiKeyRepository } from "../../src/ports/api-key-repository.ts"
import type { CompanyRepository } from "../../src/ports/company-repository.ts"
import type { CustomerRepository } from "../../src/ports/customer-repository.ts"
import type { IdempotencyStore } from "../../src/ports/idempotency-store.ts"
import type { OrderRepository } from "../../src/ports/order-repository.ts"
import type { SavedCardRepository } from "../../src/ports/saved-card-repository.ts"
import type { UnitOfWork } from "../../src/ports/unit-of-work.ts"
import { apiKeyRepositoryContract } from "./api-key-repository.ts"
import { companyRepositoryContract } from "./company-repository.ts"
import { customerRepositoryContract } from "./customer-repository.ts"
import { idempotencyStoreContract } from "./idempotency-store.ts"
import { orderRepositoryContract } from "./order-repository.ts"
import { savedCardRepositoryContract } from "./saved-card-repository.ts"
import { unitOfWorkContract } from "./unit-of-work.ts"

/** All that one unit of work covers, and the unit itself. */
export type Storage =
  | ApiKeyRepository
  | CompanyRepository
  | CustomerRepository
  | IdempotencyStore
  | OrderRepository
  | SavedCardRepository
  | UnitOfWork

/** @param layer - stores of their own, and empty, in every build; one unit of work covers them all */
export const storageContract = (name: string, layer: Layer.Layer<Storage, unknown>): void => {
  unitOfWorkContract(name, layer)
  companyRepositoryContract(name, layer)
  apiKeyRepositoryContract(name, layer)
  customerRepositoryContract(name, layer)
  savedCardRepositoryContract(name, layer)
  orderRepositoryContract(name, layer)
  idempotencyStoreContract(name, layer)
}
