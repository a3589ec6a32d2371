/** `POST /api/v1/payment-link-bulk` and `…/customers`: the requests' descriptions and their readers. */
import {
  type BatchDefaults,
  batchNameLimits,
  type CustomerEntry,
  customersPerRequest,
  type EntryDraft,
  type EntryRefused,
  entryFrom,
} from "@vintem/domain/batch"
import type { PostalCode } from "@vintem/domain/customer"
import { linkTextLimits } from "@vintem/domain/payment-link"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  andThen,
  type Codec,
  codec,
  described,
  isBlank,
  isObject,
  list,
  notAnObject,
  object,
  optional,
  orNull,
  present,
  type Refused,
  readable,
  refused,
  required,
} from "../input/codec.ts"
import { type Fault, fault, type InvalidFields, invalidFields, missing } from "../input/fault.ts"
import { text } from "../input/text.ts"
import { totalTooLarge } from "../order/total-out-of-range.ts"
import { linkField, referenceWords } from "./link-fields.ts"
import { linkOptionRules, linkOptions, optionsOf } from "./link-options.ts"

/** An unreadable postal code does not refuse fifty customers: the payer enters the address. */
const postalCode: Codec<PostalCode | null, typeof Schema.String> = {
  schema: linkField.cep.schema,
  read: (input: unknown) => (isBlank(input) ? null : (readable(linkField.cep, input) ?? null)),
}

/** A customer as requests write one. */
const customer = andThen(
  described(
    object({
      amount: optional(linkField.amount, {
        description: "Reais; the batch's amount if absent.",
        examples: [199.9],
      }),
      title: optional(linkField.title),
      description: optional(linkField.description),
      name: optional(linkField.name, { examples: ["Maria da Silva"] }),
      email: optional(linkField.email, { examples: ["maria@example.com"] }),
      phone: optional(linkField.phone, { description: "With area code.", examples: ["11987654321"] }),
      document: optional(linkField.document, {
        description: "CPF or CNPJ with its check digits.",
        examples: ["52998224725"],
      }),
      cep: optional(postalCode, {
        description: "Postal code. If it is invalid, the payer fills it in.",
        examples: ["01310-100"],
      }),
      number: optional(linkField.number, { examples: ["1578"] }),
      reference: optional(orNull(linkField.reference), referenceWords),
    }),
    { identifier: "PaymentLinkBulkCustomer" },
  ),
  (read): EntryDraft => ({
    amount: read.amount ?? null,
    title: read.title ?? null,
    description: read.description ?? null,
    reference: read.reference ?? null,
    name: read.name ?? null,
    email: read.email ?? null,
    phone: read.phone ?? null,
    document: read.document ?? null,
    postcode: read.cep ?? null,
    number: read.number ?? null,
  }),
)

const listed = list(present(customer), { ...customersPerRequest, of: "customer" })

const customers = {
  ...listed,
  schema: listed.schema.check(Schema.isMinLength(customersPerRequest.min), Schema.isMaxLength(customersPerRequest.max)),
}

const batchFields = {
  name: optional(text(batchNameLimits), {
    description: `At most ${batchNameLimits.max} characters; \`Lote\` and the date if absent.`,
    examples: ["Mensalidades de novembro"],
  }),
  title: optional(linkField.title, { description: `At most ${linkTextLimits.title.max} characters.` }),
  amount: optional(linkField.amount, { description: "Reais, for customers without an amount of their own." }),
  ...linkOptions,
}
const batch = object(batchFields, { ...linkOptionRules })

const entries = object({ customers: required(customers) })

/** A new batch. */
export interface PaymentLinkBulkInput {
  readonly name: string | null
  /** That its reminder rule exists is for the caller to find out. */
  readonly defaults: BatchDefaults
  readonly entries: ReadonlyArray<CustomerEntry>
}

/** A batch with its customers, or all its faults and those of each customer. */
export const paymentLinkBulkBody = codec(
  Schema.Struct({ ...batch.schema.fields, ...entries.schema.fields }).annotate({
    identifier: "PaymentLinkBulkInput",
    description: "The batch's fields apply to every link, unless its customer overrides them.",
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
  }),
  (input, at, faults): PaymentLinkBulkInput | Refused => {
    if (!isObject(input)) {
      faults.push(fault(at, notAnObject))
      return refused
    }
    const whole = batch.read(input, at, faults, undefined)
    const options = whole === refused ? undefined : optionsOf(null, whole)
    if (options !== undefined && Result.isFailure(options)) faults.push(...options.failure)
    const drafts = entries.read(input, at, faults, undefined)
    if (whole === refused || options === undefined || Result.isFailure(options) || drafts === refused) {
      faults.push(...amountsLeftOut(input))
      return refused
    }
    const { amount = null, name = null, title = null } = whole
    const defaults: BatchDefaults = { title, amount, ...options.success }
    const all = entriesOf(defaults, drafts.customers)
    if (Result.isSuccess(all)) return { name, defaults, entries: all.success }
    faults.push(...all.failure)
    return refused
  },
)

/** Customers without an amount, if the batch has none: reported even if something else cannot be read. */
const amountsLeftOut = ({ amount, customers }: Readonly<Record<string, unknown>>): ReadonlyArray<Fault> => {
  if (!isBlank(amount) || !Array.isArray(customers) || customers.length > customersPerRequest.max) return []
  return customers.flatMap((one: unknown, index) =>
    isObject(one) && isBlank(one["amount"]) ? missing(`customers.${index}.amount`) : [],
  )
}

/** The customers with the batch's defaults applied. An amount may still be missing. */
export type EntriesFor = (defaults: BatchDefaults) => Result.Result<ReadonlyArray<CustomerEntry>, InvalidFields>

/** More customers for a batch, or all faults of each. */
export const bulkCustomersBody = andThen(
  described(entries, {
    identifier: "PaymentLinkBulkCustomers",
    examples: [{ customers: [{ name: "Ana Souza", amount: 99.9 }] }],
  }),
  ({ customers }): EntriesFor =>
    (defaults) =>
      Result.mapError(entriesOf(defaults, customers), invalidFields),
)

const entriesOf = (
  defaults: BatchDefaults,
  drafts: ReadonlyArray<EntryDraft>,
): Result.Result<ReadonlyArray<CustomerEntry>, ReadonlyArray<Fault>> => {
  const entries = drafts.map((draft, index) => Result.mapError(entryFrom(defaults, draft), amountFault(index)))
  const faults = entries.flatMap((entry) => (Result.isFailure(entry) ? [entry.failure] : []))
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed(entries.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : [])))
}

const amountFault =
  (index: number) =>
  ({ reason }: EntryRefused): Fault =>
    reason === "amount_missing"
      ? missing(`customers.${index}.amount`)
      : totalTooLarge(`customers.${index}.amount`, "batch_entry")
