/**
 * `POST /api/v1/payment-link-bulk` and `…/customers`: requests as they are described, and as they are read.
 */
import {
  type BatchDefaults,
  batchNameLimits,
  type CustomerEntry,
  customersPerRequest,
  type EntryDraft,
  type EntryRefused,
  entryFrom,
  linkTextLimits,
  PostalCode,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput } from "../input/amount.ts"
import { type Fault, fault, type InvalidFields, missing } from "../input/fault.ts"
import { isBlank, optional, withDefault } from "../input/field.ts"
import { faultsIn, fieldsOf, invalidFields, type Part, part } from "../input/part.ts"
import { readText } from "../input/text.ts"
import { linkField, linkOptionRequests, ReferenceRequest } from "./link-fields.ts"
import { optionFields, optionsOf } from "./payment-link-request.ts"

/** A customer as requests write one. */
const CustomerRequest = Schema.Struct({
  amount: Schema.optionalKey(
    DecimalInput.annotate({ description: "Reais; the batch's amount where absent.", examples: [199.9] }),
  ),
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String.annotate({ examples: ["Maria da Silva"] })),
  email: Schema.optionalKey(Schema.String.annotate({ examples: ["maria@example.com"] })),
  phone: Schema.optionalKey(Schema.String.annotate({ description: "With area code.", examples: ["11987654321"] })),
  document: Schema.optionalKey(Schema.String.annotate({ description: "CPF or CNPJ.", examples: ["52998224725"] })),
  cep: Schema.optionalKey(
    Schema.String.annotate({
      description: "Postal code. One that is not valid is left to the payer.",
      examples: ["01310-100"],
    }),
  ),
  number: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int]).annotate({ examples: ["1578"] })),
  reference: Schema.optionalKey(ReferenceRequest),
}).annotate({ identifier: "PaymentLinkBulkCustomer" })

const Customers = Schema.Array(CustomerRequest).check(
  Schema.isMinLength(customersPerRequest.min),
  Schema.isMaxLength(customersPerRequest.max),
)

/** What a client sends. Requests may also leave the types more loosely than this: see the fields' descriptions. */
export const PaymentLinkBulkRequest = Schema.Struct({
  name: Schema.optionalKey(
    Schema.String.annotate({
      description: `At most ${batchNameLimits.max} characters; \`Lote\` and the date where absent.`,
      examples: ["Mensalidades de novembro"],
    }),
  ),
  title: Schema.optionalKey(Schema.String.annotate({ description: `At most ${linkTextLimits.title.max} characters.` })),
  amount: Schema.optionalKey(DecimalInput.annotate({ description: "Reais, of customers without one of their own." })),
  ...linkOptionRequests,
  customers: Customers,
}).annotate({
  identifier: "PaymentLinkBulkInput",
  description: "What is said of the batch holds for every link, unless its customer says otherwise.",
  examples: [
    {
      name: "Mensalidades de novembro",
      amount: 199.9,
      expired_at: "2030-12-31",
      customers: [
        { name: "Maria da Silva", email: "maria@example.com", reference: "aluna-1" },
        { name: "José Souza", amount: 149.9, reference: "aluno-2" },
      ],
    },
  ],
})

/** More customers for a batch. */
export const BulkCustomersRequest = Schema.Struct({ customers: Customers }).annotate({
  identifier: "PaymentLinkBulkCustomers",
  examples: [{ customers: [{ name: "Ana Souza", amount: 99.9 }] }],
})

/** A batch about to be made. */
export interface PaymentLinkBulkInput {
  readonly name: string | null
  /** That its billing rule exists is for the caller to find out. */
  readonly defaults: BatchDefaults
  readonly entries: ReadonlyArray<CustomerEntry>
}

/** Reads a batch, or lists everything that is wrong with it and with each of its customers. */
export const decodePaymentLinkBulk = (body: unknown): Result.Result<PaymentLinkBulkInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const whole = readWhole(fields.success, "")
  const options = Result.flatMap(whole, (one) => optionsOf(null, one))
  const drafts = readCustomers(fields.success["customers"])
  if (Result.isFailure(whole) || Result.isFailure(options) || Result.isFailure(drafts)) {
    const faults = Result.isFailure(whole) ? whole.failure : faultsIn(options)
    return Result.fail(invalidFields([...faults, ...faultsIn(drafts)]))
  }
  const { amount = null, name = null, title = null } = whole.success
  const defaults: BatchDefaults = { title, amount, ...options.success }
  return Result.map(entriesOf(defaults, drafts.success), (entries) => ({ name, defaults, entries }))
}

/**
 * Reads more customers, or lists everything that is wrong with each of them by itself.
 *
 * @returns what they come to in a batch; the whole of it may still ask one of them for nothing
 */
export const decodeBulkCustomers = (
  body: unknown,
): Result.Result<
  (defaults: BatchDefaults) => Result.Result<ReadonlyArray<CustomerEntry>, InvalidFields>,
  InvalidFields
> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const drafts = readCustomers(fields.success["customers"])
  return Result.isFailure(drafts)
    ? Result.fail(invalidFields(drafts.failure))
    : Result.succeed((defaults) => entriesOf(defaults, drafts.success))
}

const readWhole = part(
  Schema.Struct({
    name: optional(Schema.String, readText(batchNameLimits)),
    title: optional(linkField.title.to, linkField.title.read),
    amount: optional(linkField.amount.to, linkField.amount.read),
    ...optionFields,
  }),
)

const CustomerInput = Schema.Struct({
  amount: optional(linkField.amount.to, linkField.amount.read),
  title: optional(linkField.title.to, linkField.title.read),
  description: optional(linkField.description.to, linkField.description.read),
  name: optional(linkField.name.to, linkField.name.read),
  email: optional(linkField.email.to, linkField.email.read),
  phone: optional(linkField.phone.to, linkField.phone.read),
  document: optional(linkField.document.to, linkField.document.read),
  // One that cannot be read is no reason to refuse fifty customers: the payer fills in the address.
  cep: withDefault(
    Schema.NullOr(PostalCode),
    (input) => Result.succeed(Result.getOrElse(linkField.cep.read(input), () => null)),
    null,
  ),
  number: optional(linkField.number.to, linkField.number.read),
  reference: optional(linkField.reference.to, linkField.reference.read),
})

const readCustomer = part(CustomerInput)

const readCustomers = (input: unknown): Part<ReadonlyArray<EntryDraft>> => {
  const { min, max } = customersPerRequest
  if (isBlank(input)) return Result.fail([missing("customers")])
  if (!Array.isArray(input)) return Result.fail([fault("customers", "must be an array.")])
  if (input.length < min) return Result.fail([fault("customers", "must have at least 1 customer.")])
  // A body has room for thousands of wrong customers, and its answer should not: so many are refused unread.
  if (input.length > max) return Result.fail([fault("customers", `may not have more than ${max} customers.`)])
  const read = input.map((customer, index) => Result.map(readCustomer(customer, `customers.${index}`), draftOf))
  const faults = read.flatMap(faultsIn)
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(read.flatMap(draftIn))
}

const draftIn = (draft: Part<EntryDraft>): ReadonlyArray<EntryDraft> => (Result.isSuccess(draft) ? [draft.success] : [])

const draftOf = (customer: typeof CustomerInput.Type): EntryDraft => ({
  amount: customer.amount ?? null,
  title: customer.title ?? null,
  description: customer.description ?? null,
  reference: customer.reference ?? null,
  name: customer.name ?? null,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
  document: customer.document ?? null,
  postcode: customer.cep,
  number: customer.number ?? null,
})

const entriesOf = (
  defaults: BatchDefaults,
  drafts: ReadonlyArray<EntryDraft>,
): Result.Result<ReadonlyArray<CustomerEntry>, InvalidFields> => {
  const entries = drafts.map((draft, index) => Result.mapError(entryFrom(defaults, draft), amountFault(index)))
  const faults = entries.flatMap((entry) => (Result.isFailure(entry) ? [entry.failure] : []))
  return faults.length > 0
    ? Result.fail(invalidFields(faults))
    : Result.succeed(entries.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : [])))
}

const amountFault =
  (index: number) =>
  ({ reason }: EntryRefused): Fault =>
    reason === "amount_missing"
      ? missing(`customers.${index}.amount`)
      : fault(`customers.${index}.amount`, "may not come to 100000000000.00 or more with what is added to it.")
