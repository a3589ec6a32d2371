/** Leads a payer who has begun to pay a link in this browser to that order, and asks before they pay the link again. */
import { OrderStatus } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { begunAt, forgetBegun } from "./begun.ts"
import { read } from "./read.ts"
import { words } from "./words.ts"

export const showBegun = async (form: HTMLFormElement): Promise<void> => {
  const { slug } = form.closest<HTMLElement>("[data-page]")?.dataset ?? {}
  const begun = slug === undefined ? undefined : begunAt(slug)
  if (slug === undefined || begun === undefined) return
  const order = await read(`/public/v1/orders/${begun.publicKey}`, Status)
  if (order === undefined) return
  const { status } = order
  if (status === "paid" || status === "complete") {
    form.hidden = true
    form.before(
      said(
        words.paidBefore,
        link(words.seeReceipt, begun.publicKey),
        again(() => {
          forgetBegun(slug)
          form.hidden = false
        }),
      ),
    )
  } else if (goesOn.includes(status)) {
    form.before(said(words.begunBefore, link(words.goOn, begun.publicKey)))
  } else {
    forgetBegun(slug)
  }
}

/** With these statuses the order has something to show or to wait for. */
const goesOn: ReadonlyArray<OrderStatus> = ["waiting_payment", "pending", "risk_analysis", "unpaid", "created"]

const Status = Schema.Struct({ status: OrderStatus })

const said = (text: string, ...others: ReadonlyArray<HTMLElement>): HTMLElement => {
  const place = document.createElement("div")
  place.className = "notice wait begun"
  place.setAttribute("role", "status")
  const line = document.createElement("p")
  line.textContent = text
  place.append(line, ...others)
  return place
}

const link = (text: string, publicKey: string): HTMLElement => {
  const made = document.createElement("a")
  made.className = "button"
  made.href = `/pay/${publicKey}`
  made.textContent = text
  return made
}

const again = (then: () => void): HTMLElement => {
  const made = document.createElement("button")
  made.type = "button"
  made.textContent = words.payOnceMore
  made.addEventListener("click", () => {
    made.closest(".begun")?.remove()
    then()
  })
  return made
}
