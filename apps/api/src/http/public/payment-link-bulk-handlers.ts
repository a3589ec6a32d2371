/**
 * The public API: payment links in bulk.
 */
import { PublicApi } from "@vintem/contract"
import { HttpApiBuilder } from "effect/http-api"
import {
  addToBatch,
  cancelOneBatch,
  createBatchOf,
  getBatch,
  listBatches,
  progressOfBatch,
} from "../company/batches.ts"
import { integrator } from "../company/company-caller.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"

export const paymentLinkBulk = HttpApiBuilder.group(PublicApi, "paymentLinkBulk", (handlers) =>
  handlers
    .handleRaw("create", () => createBatchOf(integrator), uninterruptible)
    .handle("list", ({ query }) => listBatches(integrator, query))
    .handle("get", ({ params }) => getBatch(integrator, params))
    .handle("status", ({ params }) => progressOfBatch(integrator, params))
    .handleRaw("addCustomers", ({ params }) => addToBatch(integrator, params), uninterruptible)
    .handleRaw("cancel", ({ params }) => cancelOneBatch(integrator, params), uninterruptible),
)
