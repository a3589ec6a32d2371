import type { LinkWords } from "./words.ts"

export const english: LinkWords = {
  events: {
    link_created: "Link created",
    link_updated: "Link changed",
    link_removed: "Link deleted",
    payment_started: "Payment begun",
    payment_reported: "Payment",
  },
  states: {
    in_flight: "waiting for the acquirer",
    open: "waiting for the payer",
    ended: "not made",
    confirmed: "confirmed",
  },
  reminders: {
    title: "Reminders",
    states: { sent: "Sent", held_back: "Not sent, by the limit of reminders in a day" },
    countHeldBack: (count) => (count === 1 ? "1 reminder was not sent." : `${count} reminders were not sent.`),
  },
  keeps: {
    already_paid: "The link was paid, so it is not deleted.",
    payment_in_flight: "The acquirer has not said yet how a payment ended. Wait before you delete the link.",
  },
  rule: { present: "The present rule", earlier: "Show earlier rules" },
}
