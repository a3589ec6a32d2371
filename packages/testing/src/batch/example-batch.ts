/** A plain batch for stories: each customer owes R$ 100,00. Entries have numbers. */

import {
  type Batch,
  type BatchChange,
  type BatchCommand,
  type BatchCreated,
  type BatchDefaults,
  type BatchDetails,
  type BatchReport,
  batchCreated,
  type CustomerEntry,
  evolveBatch,
  FailedItem,
} from "@vintem/domain/batch"
import { BatchSecret, BatchToken, CompanyId, ItemPosition } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { centavos, zero } from "@vintem/domain/money"
import { LinkMethods } from "@vintem/domain/payment-link"
import { exampleNow, examplePlacedAt } from "../order/example-order.ts"

/** The token of an example batch, by number. */
export const exampleBatchToken = (n: number): BatchToken =>
  BatchToken.make(`00000000-0000-4000-9000-${String(n).padStart(12, "0")}`)

/** Defaults of an ordinary batch. */
export const exampleBatchDefaults = (overrides: Partial<BatchDefaults> = {}): BatchDefaults => ({
  title: null,
  amount: null,
  description: "",
  additionalAmount: zero,
  bgColor: null,
  showCompanyLogo: false,
  expiredAt: null,
  expireAfterPayment: true,
  methods: LinkMethods.make({ credit: true, bank_slip: true, pix: true }),
  feeMode: "none",
  installments: singlePayment,
  hideCustomerFields: false,
  ruleToken: null,
  ...overrides,
})

/** Details of an ordinary batch. */
export const exampleBatchDetails = (overrides: Partial<BatchDetails> = {}): BatchDetails => ({
  company: CompanyId.make(1),
  token: exampleBatchToken(1),
  secret: BatchSecret.make("0123456789abcdef".repeat(4)),
  name: "Turma de março",
  defaults: exampleBatchDefaults(),
  createdAt: examplePlacedAt,
  ...overrides,
})

/** A customer, by number, who owes R$ 100,00. */
export const exampleEntry = (n: number, overrides: Partial<CustomerEntry> = {}): CustomerEntry => ({
  amount: centavos(10_000),
  title: null,
  description: null,
  reference: `aluno-${n}`,
  name: null,
  email: null,
  phone: null,
  document: null,
  postcode: null,
  number: null,
  ...overrides,
})

/** The entries of `count` customers, numbered from `first`. */
export const exampleEntries = (count: number, first = 1): ReadonlyArray<CustomerEntry> =>
  Array.from({ length: count }, (_, n) => exampleEntry(first + n))

/** The creation of a batch with `count` customers. */
export const exampleBatchCreated = (count: number, overrides: Partial<BatchDetails> = {}): BatchCreated => {
  const details = exampleBatchDetails(overrides)
  return { _tag: "BatchCreated", details, count, at: details.createdAt }
}

/** A batch of `count` customers after some changes. */
export const exampleBatch = (count: number, ...changes: ReadonlyArray<BatchChange>): Batch =>
  changes.reduce(evolveBatch, batchCreated(exampleBatchCreated(count)))

// Commands, reports and events of the example batch, all at `exampleNow`.

/** Adds customers. */
export const addCustomers = (count: number): BatchCommand => ({ _tag: "AddCustomers", count, at: exampleNow })
/** Cancels the batch. */
export const cancelBatch: BatchCommand = { _tag: "Cancel", at: exampleNow }
/** A worker claims `count` items. */
export const claimItems = (count: number): BatchCommand => ({ _tag: "ClaimItems", count, at: exampleNow })

/** @param failed - positions of the items whose link could not be made */
export const itemsDone = (
  first: number,
  last: number,
  ...failed: ReadonlyArray<number>
): BatchReport & Extract<BatchChange, { _tag: "ItemsDone" }> => ({
  _tag: "ItemsDone",
  first,
  last,
  failures: failed.map((position) =>
    FailedItem.make({ position: ItemPosition.make(position), reason: "rule_not_found" }),
  ),
  at: exampleNow,
})

/** Customers were added. */
export const customersAdded = (count: number): BatchChange => ({ _tag: "CustomersAdded", count, at: exampleNow })
/** A worker claimed all items up to this position. */
export const itemsClaimed = (last: number): BatchChange => ({ _tag: "ItemsClaimed", last, at: exampleNow })
/** The batch was canceled. */
export const batchCanceled: BatchChange = { _tag: "BatchCanceled", at: exampleNow }
