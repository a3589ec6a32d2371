/**
 * Pays in two steps: it places the order, then pays it. If anything fails in between, the order's page shows its state,
 * and an order takes one payment: a second tab, a reload or a lost connection pays nothing twice.
 */
import { LinkContactResponse } from "@vintem/contract"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isOneOf, isPriceChanged } from "../src/form/fault-sentence.ts"
import { faultsIn } from "../src/form/refusal.ts"
import { aloneAt, begunAt, hashOf, storeBegun } from "./begun.ts"
import { alertIn, clearFaults, showFaults } from "./faults.ts"
import { redraw } from "./redraw.ts"
import { say } from "./say.ts"
import { pause, type Sent, send } from "./send.ts"
import { words } from "./words.ts"

type Body = Readonly<Record<string, unknown>>

export const payFor = async (form: HTMLFormElement, body: Body): Promise<void> => {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (button === null || button.disabled) return
  button.disabled = true
  form.setAttribute("aria-busy", "true")
  clearFaults(form)
  say(words.sending)
  try {
    await paid(form, body)
  } finally {
    button.disabled = false
    form.removeAttribute("aria-busy")
  }
}

const paid = async (form: HTMLFormElement, body: Body): Promise<void> => {
  const { key, slug } = form.closest<HTMLElement>("[data-page]")?.dataset ?? {}
  if (key !== undefined) return payOrder(form, key, body)
  if (slug === undefined) return
  await aloneAt(slug, async () => {
    const order = await orderAt(form, slug, body)
    if (order !== undefined) await payOrder(form, order, body)
  })
}

/** The order to pay: the one begun here for this payer and these prices, else a new one. Undefined if there is none. */
const orderAt = async (
  form: HTMLFormElement,
  slug: string,
  { address, customer }: Body,
): Promise<string | undefined> => {
  const contact = { customer, ...(address === undefined ? {} : { address }) }
  // An order keeps its amount: if the page now shows another one, it is another order.
  const wish = hashOf(JSON.stringify([contact, form.querySelector(".prices")?.textContent]))
  const begun = begunAt(slug)
  if (begun?.wish === wish) return begun.publicKey
  const sent = await send(`/public/v1/payment-links/${slug}/checkout`, contact, () => lost(form))
  const placed = Schema.decodeUnknownOption(LinkContactResponse)(sent.body)
  if (Option.isNone(placed)) {
    await refused(form, sent)
    return undefined
  }
  const { public_key: publicKey } = placed.value.data
  storeBegun(slug, { publicKey, wish })
  return publicKey
}

const payOrder = async (form: HTMLFormElement, order: string, { payment, total }: Body): Promise<void> => {
  const path = `/pay/${order}`
  // From now on a reload shows the order's state.
  history.replaceState(null, "", path)
  const sent = await send(`/public/v1/orders/${order}/pay`, { payment, total }, () => lost(form))
  // From here on the order's page shows its state, and an open Pix or slip. The form stays only for faults that can be
  // corrected in it.
  const faults = faultsIn(sent.body)
  const canBeMended = faults.some((fault) => fault.path.startsWith("payment.") && !isOneOf(fault, "instrument_open"))
  if (canBeMended) return showFaults(form, faults)
  if (sent.status === 429) return alertIn(form, [words.waitAndTry])
  while (!(await redraw())) {
    lost(form)
    await pause(shownAgainMillis)
  }
  // The company may have changed the price since the page was shown: a payer pays only a price they have seen.
  const shownNow = document.querySelector<HTMLFormElement>("form.pay")
  if (faults.some(isPriceChanged) && shownNow !== null) alertIn(shownNow, [words.priceChanged])
}

/** The pause before an unreachable page is requested again. */
const shownAgainMillis = 2_000

const refused = async (form: HTMLFormElement, sent: Sent): Promise<void> => {
  const faults = faultsIn(sent.body)
  // The link was closed while its page was open: there is nothing to correct, and the page says so.
  const isClosed = faults.some((fault) => isOneOf(fault, "link_closed", "payment_under_way"))
  if (faults.length > 0 && !isClosed) showFaults(form, faults)
  else if (sent.status === 429) alertIn(form, [words.waitAndTry])
  else if (!(await redraw())) lost(form)
}

const lost = (form: HTMLFormElement): void => alertIn(form, [words.offline])
