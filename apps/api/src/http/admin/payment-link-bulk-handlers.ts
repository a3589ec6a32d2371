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
} from "../public/payment-link-bulk-handlers.ts"
import { worker } from "./company-of.ts"

export const paymentLinkBulk = HttpApiBuilder.group(BackOffice, "paymentLinkBulk", (handlers) =>
  handlers
    .handleRaw("create", ({ params }) => createBatchOf(worker(params)), { uninterruptible: true })
    .handle("list", ({ params, query }) => listBatches(worker(params), query))
    .handle("get", ({ params }) => getBatch(worker(params), params))
    .handle("status", ({ params }) => progressOfBatch(worker(params), params))
    .handleRaw("addCustomers", ({ params }) => addToBatch(worker(params), params), { uninterruptible: true })
    .handleRaw("cancel", ({ params }) => cancelOneBatch(worker(params), params), { uninterruptible: true }),
)
