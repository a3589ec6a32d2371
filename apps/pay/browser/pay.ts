/**
 * Pays: first the order is placed, then it is paid. Whatever happens in between, its page says how it stands, and an order takes one
 * payment: a second tab, a reload or a lost connection pays nothing twice.
 */
import { LinkContactResponse } from "@vintem/contract"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { aloneAt, begunAt, hashOf, keepBegun } from "./begun.ts"
import { alertIn, clearFaults, showFaults } from "./faults.ts"
import { redraw } from "./redraw.ts"
import { say } from "./say.ts"
import { newKey, type Sent, send } from "./send.ts"
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

/** The order to be paid: one that this payer has begun here and can still pay, else a new one. Undefined where there is none. */
const orderAt = async (
  form: HTMLFormElement,
  slug: string,
  { address, customer }: Body,
): Promise<string | undefined> => {
  const contact = { customer, ...(address === undefined ? {} : { address }) }
  const payer = hashOf(JSON.stringify(contact))
  const begun = begunAt(slug)
  if (begun?.payer === payer) return begun.publicKey
  const sent = await send(`/public/v1/payment-links/${slug}/checkout`, contact, newKey(), () => lost(form))
  const placed = Schema.decodeUnknownOption(LinkContactResponse)(sent.body)
  if (Option.isNone(placed)) {
    refused(form, sent)
    return undefined
  }
  const { public_key: publicKey } = placed.value.data
  keepBegun(slug, { publicKey, payer })
  return publicKey
}

const payOrder = async (form: HTMLFormElement, order: string, { payment }: Body): Promise<void> => {
  const path = `/pay/${order}`
  // A reload from now on shows how the order stands.
  history.replaceState(null, "", path)
  const sent = await send(`/public/v1/orders/${order}/pay`, { payment }, newKey(), () => lost(form))
  // From here on the order says how it stands. Only what is wrong with the form is shown at the form.
  const faults = faultsIn(sent)
  if (faults.some(({ path: field }) => field.startsWith("payment."))) return showFaults(form, faults)
  if (sent.status === 429) return alertIn(form, [words.waitAndTry])
  for (;;) {
    try {
      return await redraw()
    } catch {
      lost(form)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
    }
  }
}

const refused = (form: HTMLFormElement, sent: Sent): void => {
  const faults = faultsIn(sent)
  if (faults.length > 0) showFaults(form, faults)
  else if (sent.status === 429) alertIn(form, [words.waitAndTry])
  else redraw().catch(() => lost(form))
}

const lost = (form: HTMLFormElement): void => alertIn(form, [words.offline])

const Refusal = Schema.Struct({
  response: Schema.Struct({ errors: Schema.Record(Schema.String, Schema.Array(Schema.String)) }),
})

const faultsIn = ({ body }: Sent) => {
  const refusal = Schema.decodeUnknownOption(Refusal)(body)
  if (Option.isNone(refusal)) return []
  return Object.entries(refusal.value.response.errors).flatMap(([path, messages]) =>
    messages.map((message) => ({ path, message })),
  )
}
