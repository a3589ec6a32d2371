/** A payment link from its client's view: the requests and their answers. */
import { PaymentLinkResponse } from "@vintem/contract"
import { Schema } from "effect"
import { type Answer, type ClientRequest, clientRequest, isAskedOnceBy } from "../client-request.ts"
import type { Asking } from "../clients.ts"
import type { Random } from "../random.ts"

export interface WantedLink {
  /** Its key is the link's title, so the link can be found without the service. */
  readonly request: ClientRequest
  /** Centavos, at its creation. */
  readonly amount: number
  /** The slug in the acknowledgement. */
  slug: string | null
  update: Update | null
  removal: ClientRequest | null
}

interface Update {
  readonly request: ClientRequest
  /** Centavos. */
  readonly amount: number
}

/** A link may be left alone, changed, removed, or one after the other. */
const changeLists = [[], ["is changed"], ["is removed"], ["is changed", "is removed"]] as const

const path = "/api/v1/payment-link"

/** @param links - all so far: one more is added */
export const makeLink = async (links: Array<WantedLink>, asking: Asking, random: Random): Promise<void> => {
  const key = `link-${links.length + 1}`
  const amount = amountBy(random)
  const isAskedOnce = isAskedOnceBy(random)
  const request = clientRequest({ key, path, isAskedOnce }, bodyOf(key, amount))
  const link: WantedLink = { request, amount, slug: null, update: null, removal: null }
  links.push(link)
  const changes: ReadonlyArray<"is changed" | "is removed"> = changeLists[random.below(changeLists.length)] ?? []
  link.slug = slugIn(await asking(request))
  if (link.slug === null) return
  const own = `${path}/${link.slug}`
  if (changes.includes("is changed")) {
    const changed = amountBy(random)
    const update = clientRequest({ key: `${key}-update`, path: own, method: "PUT" }, bodyOf(key, changed))
    link.update = { request: update, amount: changed }
    await asking(update)
  }
  if (changes.includes("is removed")) {
    link.removal = clientRequest({ key: `${key}-removal`, path: own, method: "DELETE" }, {})
    await asking(link.removal)
  }
}

const amountBy = (random: Random): number => 100 + random.below(100_000)

const bodyOf = (title: string, amount: number) => ({ title, amount: (amount / 100).toFixed(2) })

const readResponse = Schema.decodeSync(Schema.fromJsonString(PaymentLinkResponse))

/** The slug of a link that was made; null if none was acknowledged. */
export const slugIn = (answer: Answer | null): string | null =>
  answer?.status === 201 ? readResponse(answer.text).data.slug : null
