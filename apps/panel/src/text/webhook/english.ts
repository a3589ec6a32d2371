import type { WebhookChangeWords } from "./words.ts"

export const english: WebhookChangeWords = {
  rotate: {
    verb: "Change the secret",
    says: (hours) =>
      `You get a new secret. For ${hours} hours, webhooks are signed with the old one too, so that your shop can switch. Then the old one stops working.`,
    done: (hours) =>
      `Copy the new secret and put it into your shop within ${hours} hours. It is not shown again, unless you save the address once more.`,
  },
  newSecret: "New secret",
  remove: {
    verb: "Remove the address",
    says: (givenUp) =>
      `Your shop receives no more webhooks, and events from now on are not stored for later. Pending webhooks are not sent: they stay in the list as “${givenUp}”, and can be sent again when there is an address. The secret is deleted; another address gets a new one.`,
    done: "The address was removed. Your shop receives no webhooks.",
  },
  events: "Events to send",
  eventsWrong: "Choose at least one.",
  isGone: "The address was removed meanwhile. Reload the page to see the current state.",
}
