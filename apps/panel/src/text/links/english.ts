import type { LinkWords } from "./words.ts"

export const english: LinkWords = {
  events: {
    link_created: "Link created",
    link_updated: "Link changed",
    link_removed: "Link deleted",
    payment_started: "Payment started",
    payment_reported: "Payment",
  },
  states: {
    in_flight: "waiting for the acquirer",
    open: "waiting for the payer",
    ended: "failed",
    confirmed: "confirmed",
  },
  reminders: {
    title: "Reminders",
    states: { sent: "Sent", held_back: "Not sent: daily limit of reminders" },
    countHeldBack: (count) => (count === 1 ? "1 reminder was not sent." : `${count} reminders were not sent.`),
  },
  keeps: {
    already_paid: "The link was paid, so it cannot be deleted.",
    payment_in_flight: "A payment has no outcome from the acquirer yet. Wait before you delete the link.",
  },
  rule: { present: "Current rule", earlier: "Show earlier rules" },
}
