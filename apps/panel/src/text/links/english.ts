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
    sent: "Sent",
    heldBack: "Not sent",
    heldBackBy: {
      company: "this person has had as many reminders from your company as a day may have",
      service: "limit of the service",
    },
    countHeldBack: (count) => (count === 1 ? "1 reminder was not sent." : `${count} reminders were not sent.`),
  },
  keeps: {
    already_paid: "The link was paid, so it is not deleted.",
    payment_in_flight: "The acquirer has not said yet how a payment ended. Wait before you delete the link.",
  },
  rule: { present: "The present rule", earlier: "Show earlier rules" },
}
