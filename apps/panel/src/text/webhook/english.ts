import type { WebhookChangeWords } from "./words.ts"

export const english: WebhookChangeWords = {
  rotate: {
    verb: "Change the secret",
    says: (hours) =>
      `You get a new secret. For ${hours} hours what is sent is signed with the old one as well: your shop misses nothing until it knows the new one. After that the old one counts no more.`,
    done: (hours) =>
      `Copy the new secret and put it into your shop within ${hours} hours. It is not shown again, unless you save the address once more.`,
  },
  newSecret: "New secret",
  remove: {
    verb: "Remove the address",
    says: (givenUp) =>
      `Your shop is no longer told of anything that happens to its orders, and what happens from now on is not kept for later. What still waits is not sent: it stays in the list as “${givenUp}”, and can be sent again once there is an address. The secret is forgotten, and another address gets a new one.`,
    done: "The address was removed. Your shop is told nothing.",
  },
  events: "What to tell",
  eventsWrong: "Choose one at least.",
  isGone: "Somebody has removed the address meanwhile. Load the page again to see how things stand.",
}
