/** A batch from its client's view: the requests and their answers. */
import { BulkResponse } from "@vintem/contract"
import { Schema } from "effect"
import { type Answer, type ClientRequest, clientRequest, isAskedOnceBy } from "../client-request.ts"
import type { Asking } from "../clients.ts"
import type { Random } from "../random.ts"

export interface WantedBatch {
  /** Its key is the batch's name, so the batch can be found without the service. */
  readonly request: ClientRequest
  /** The references of the customers in the request, in order. */
  readonly references: ReadonlyArray<string>
  /** The token in the acknowledgement. */
  token: string | null
  /** More customers for it, if any. */
  more: MoreCustomers | null
  cancel: ClientRequest | null
}

interface MoreCustomers {
  readonly request: ClientRequest
  readonly references: ReadonlyArray<string>
}

/** The most that a request may have. */
const customersMax = 50
/** A batch may be left alone, grow, be canceled, or one after the other. */
const changeLists = [[], ["grows"], ["is canceled"], ["grows", "is canceled"]] as const

const path = "/api/v1/payment-link-bulk"

/** @param batches - all so far: one more is added */
export const makeBatch = async (batches: Array<WantedBatch>, asking: Asking, random: Random): Promise<void> => {
  const key = `batch-${batches.length + 1}`
  const references = referencesOf(key, random)
  const isAskedOnce = isAskedOnceBy(random)
  const request = clientRequest({ key, path, isAskedOnce }, { name: key, amount: 10, customers: customers(references) })
  const batch: WantedBatch = { request, references, token: null, more: null, cancel: null }
  batches.push(batch)
  const changes: ReadonlyArray<"grows" | "is canceled"> = changeLists[random.below(changeLists.length)] ?? []
  const token = tokenIn(await asking(request))
  if (token === null) return
  batch.token = token
  if (changes.includes("grows")) {
    const added = referencesOf(`${key}-more`, random)
    const asked = { key: `${key}-more`, path: `${path}/${token}/customers` }
    batch.more = { request: clientRequest(asked, { customers: customers(added) }), references: added }
    await asking(batch.more.request)
  }
  if (changes.includes("is canceled")) {
    batch.cancel = clientRequest({ key: `${key}-cancel`, path: `${path}/${token}/cancel` }, {})
    await asking(batch.cancel)
  }
}

const referencesOf = (key: string, random: Random): ReadonlyArray<string> =>
  Array.from({ length: 1 + random.below(customersMax) }, (_, place) => `${key}/${place + 1}`)

const customers = (references: ReadonlyArray<string>) =>
  references.map((reference) => ({ name: "Maria da Silva", reference }))

const readResponse = Schema.decodeSync(Schema.fromJsonString(BulkResponse))

const tokenIn = (answer: Answer | null): string | null =>
  answer?.status === 202 ? readResponse(answer.text).data.token : null
