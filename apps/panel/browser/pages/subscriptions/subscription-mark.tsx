/** The state of a subscription, in a word. */
import type { SubscriberStatus } from "@vintem/contract"
import { useWords } from "../../state/language.ts"

const moodOf = { subscriber_active: "good", subscriber_overdue: "bad", subscriber_canceled: "" } as const

export const SubscriptionMark = ({ status }: { readonly status: SubscriberStatus }) => (
  <span class={`mark ${moodOf[status]}`}>{useWords().subscription.statuses[status]}</span>
)
