/** The state of a payment link in words, and when it was paid: a reusable link can be open and paid at once. */
import type { PaymentLinkView } from "@vintem/contract"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

/** The state comes from the links' state machine. A removed link is not shown anywhere. */
export const LinkState = ({ link }: { readonly link: PaymentLinkView }) => {
  const words = useWords()
  const { today } = usePanel()
  const { expire_after_payment, expired_at, paid_at } = link
  const isExpired = expired_at !== null && today > expired_at
  return (
    <>
      {paid_at !== null && expire_after_payment ? null : (
        <span class={isExpired ? "mark bad" : "mark"}>{isExpired ? words.link.expired : words.link.open}</span>
      )}{" "}
      {paid_at === null ? null : <span class="mark good">{words.link.paid(words.minute(paid_at))}</span>}
    </>
  )
}
