/**
 * A client as the documentation asks for: what was not answered is asked again under the same key, with the same body. Some give
 * up instead.
 */
import { setTimeout } from "node:timers/promises"
import { SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import type { Shop } from "../shop.ts"
import { isOpen, type Purchase } from "./purchase.ts"

/** What came back for one request; null where the connection broke or nothing came. */
interface Response {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}

/** Far beyond what an answer takes. */
const patienceMillis = 60_000
/** Between one request and the next of the same purchase. Shorter than `Retry-After` says: a run has no time to lose. */
const pauseMillis = 25

/** Asks as long as the purchase is open. */
export const purchase = async (shop: Shop, wanted: Purchase): Promise<void> => {
  while (isOpen(wanted)) {
    const response = await ask(shop, wanted)
    if (response === null || response.status >= 500) wanted.replies.push(response === null ? "silence" : "server error")
    else if (response.status === 409) wanted.replies.push("still running")
    else {
      wanted.replies.push("answer")
      if (response.status === 200) wanted.acknowledgement = acknowledgementIn(response.text)
      else wanted.surprise = `${response.status} ${response.text}`
      return
    }
    wanted.isDisturbed = true
    await setTimeout(pauseMillis)
  }
}

/** One request. */
export const ask = async ({ base, key }: Shop, wanted: Purchase): Promise<Response | null> => {
  const address = await base()
  try {
    const response = await fetch(`${address}/api/v1/order/single`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": wanted.key,
      },
      body: wanted.body,
      signal: AbortSignal.timeout(patienceMillis),
    })
    const isReplayed = response.headers.get("idempotent-replayed") === "true"
    return { status: response.status, text: await response.text(), isReplayed }
  } catch {
    return null
  }
}

const acknowledgementIn = (text: string) => {
  const { data } = Schema.decodeSync(Schema.fromJsonString(SingleOrderResponse))(text)
  return { text, order: data.order_number, status: data.status }
}
