/**
 * A batch of payment links as the API shows it.
 */
import {
  type Batch,
  BatchStatus,
  batchName,
  batchPercent,
  batchStatusOf,
  ItemFailure,
  itemTotals,
} from "@vintem/domain/batch"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { PaymentLink } from "@vintem/domain/payment-link"
import type { FailedEntry } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"
import { PaymentLinkView, paymentLinkView } from "./payment-link-view.ts"

const progress = {
  token: Schema.String.annotate({ format: "uuid" }),
  status: BatchStatus,
  total: Schema.Int.annotate({ description: "Links to create." }),
  processed: Schema.Int.annotate({ description: "Customers processed, including failures." }),
  percent: Schema.Finite.annotate({
    description: "`processed` as a percentage of `total`, with at most two decimals.",
  }),
} as const

const exampleProgress = {
  token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11",
  status: "processing",
  total: 3,
  processed: 1,
  percent: 33.33,
} as const

/** The progress of a batch. */
export const BulkProgressView = Schema.Struct(progress).annotate({
  identifier: "PaymentLinkBulkStatus",
  examples: [exampleProgress],
})
export type BulkProgressView = typeof BulkProgressView.Type

const whole = { ...progress, name: Schema.String, created_at: TimestampView, updated_at: TimestampView } as const

const exampleWhole = {
  ...exampleProgress,
  name: "Mensalidades de novembro",
  created_at: "2026-11-21 10:15:00",
  updated_at: "2026-11-21 10:15:01",
} as const

/** A batch. */
export const BulkView = Schema.Struct(whole).annotate({ identifier: "PaymentLinkBulk", examples: [exampleWhole] })
export type BulkView = typeof BulkView.Type

/** A batch with its links. */
export const BulkWithLinksView = Schema.Struct({
  ...whole,
  payment_links: Schema.Array(PaymentLinkView),
  errors: Schema.Array(
    Schema.Struct({
      index: Schema.Int.annotate({ description: "Position of the customer in the batch, from 0." }),
      reference: Schema.NullOr(Schema.String),
      code: ItemFailure,
      message: Schema.String,
    }),
  ).annotate({ description: "Customers whose link could not be created." }),
}).annotate({
  identifier: "PaymentLinkBulkWithLinks",
  examples: [
    {
      ...exampleWhole,
      payment_links: [],
      errors: [
        {
          index: 1,
          reference: "aluno-2",
          code: "rule_not_found",
          message: "The reminder rule no longer exists.",
        },
      ],
    },
  ],
})
export type BulkWithLinksView = typeof BulkWithLinksView.Type

/** The progress of a batch, as shown. */
export const bulkProgressView = (batch: Batch): BulkProgressView => {
  const { total, processed } = itemTotals(batch.items)
  return { token: batch.details.token, status: batchStatusOf(batch), total, processed, percent: batchPercent(batch) }
}

/** A batch, as shown. Times are in America/Sao_Paulo. */
export const bulkView = (batch: Batch): BulkView => ({
  ...bulkProgressView(batch),
  name: batchName(batch.details),
  created_at: saoPauloTimestamp(batch.details.createdAt),
  updated_at: saoPauloTimestamp(batch.updatedAt),
})

/** @param publicUrl - base of all returned URLs, without a slash at its end */
export const bulkWithLinksView = (
  batch: Batch,
  links: ReadonlyArray<PaymentLink>,
  failures: ReadonlyArray<FailedEntry>,
  publicUrl: string,
): BulkWithLinksView => ({
  ...bulkView(batch),
  payment_links: links.map((link) => paymentLinkView(link, publicUrl)),
  errors: failures.map(({ entry, position, reason }) => ({
    index: position - 1,
    reference: entry.reference,
    code: reason,
    message: failureSentences[reason],
  })),
})

const failureSentences: Readonly<Record<FailedEntry["reason"], string>> = {
  rule_not_found: "The reminder rule no longer exists.",
  terms_not_accepted: "The batch's fields would make an impossible link.",
}
