/**
 * The back office: payment links in bulk.
 */
import { BackOffice } from "@vintem/contract"
import { HttpApiBuilder } from "effect/http-api"
import {
  addToBatch,
  cancelOneBatch,
  createBatchOf,
  getBatch,
  listBatches,
  progressOfBatch,
} from "../company/batches.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operatorAt } from "./company-of.ts"

export const paymentLinkBulk = HttpApiBuilder.group(BackOffice, "paymentLinkBulk", (handlers) =>
  handlers
    .handleRaw("create", ({ params }) => createBatchOf(operatorAt(params)), uninterruptible)
    .handle("list", ({ params, query }) => listBatches(operatorAt(params), query))
    .handle("get", ({ params }) => getBatch(operatorAt(params), params))
    .handle("status", ({ params }) => progressOfBatch(operatorAt(params), params))
    .handleRaw("addCustomers", ({ params }) => addToBatch(operatorAt(params), params), uninterruptible)
    .handleRaw("cancel", ({ params }) => cancelOneBatch(operatorAt(params), params), uninterruptible),
)
