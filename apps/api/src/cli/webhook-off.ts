/** The refusal if a webhook is off. It names the command that turns it on. */
import type { WebhookOff } from "@vintem/application"
import { messageOf, webhookOff } from "@vintem/contract"
import { Refused } from "../failures/outcome.ts"

export const refusedWhileOff = {
  WebhookOff: (off: WebhookOff) => {
    const message = messageOf(webhookOff(off).faults[0])
    if (off.because === "customer_erased") return new Refused({ message })
    return new Refused({ message: `${message} Do it with: vintem webhook set --company <company> --url <url>` })
  },
} as const
