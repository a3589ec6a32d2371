/** The company gets a webhook for every order of the other scenarios. */
import { WebhookView } from "@vintem/contract"
import type { OpenScenario } from "../scenario.ts"
import { checksOf } from "./checks.ts"
import { startReceiver } from "./receiver.ts"

export const webhooks: OpenScenario = async (shop, random) => {
  const receiver = await startReceiver(random)
  const { receipts, url } = receiver
  await shop.setUp("/webhook", { url }, WebhookView, "PUT")
  return {
    load: {
      start: receiver.misbehave,
      rest: async () => receiver.behave(),
      disturb: () => {},
      calm: () => {},
      answered: () => 0,
      progress: () => {
        const ids = new Set(receipts.map(({ id }) => id))
        return `${ids.size} webhooks received, ${receipts.length - ids.size} times more than once`
      },
      unanswered: () => [],
    },
    checks: checksOf(receipts),
  }
}
