/** Measures how long the receivers of webhooks take, and counts their answers. */
import { type WebhookAnswer, WebhookNotAnswered, WebhookSender } from "@vintem/domain/ports"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"
import { statusClasses, statusClassOf } from "./status-class.ts"
import { timed } from "./timing.ts"

export const measuredSender = Layer.effect(
  WebhookSender,
  Effect.gen(function* () {
    const { histogram } = yield* Meter
    const { check, send, sendAndRead } = yield* WebhookSender
    const outcomes = [...statusClasses, ...WebhookNotAnswered.fields.reason.literals, broken]
    const durations = new Map<string, (seconds: number) => void>(
      outcomes.map((outcome) => [outcome, histogram(catalogue.webhookAttemptDuration, { outcome })]),
    )
    const measure = (exit: Exit.Exit<WebhookAnswer, WebhookNotAnswered>, seconds: number): void =>
      durations.get(outcomeOf(exit))?.(seconds)
    return WebhookSender.of({
      check,
      send: (message) => timed(send(message), measure),
      sendAndRead: (message, readMax) => timed(sendAndRead(message, readMax), measure),
    })
  }),
)

const outcomeOf = (exit: Exit.Exit<WebhookAnswer, WebhookNotAnswered>): string =>
  Exit.isSuccess(exit)
    ? statusClassOf(exit.value.status)
    : Option.match(Cause.findErrorOption(exit.cause), { onNone: () => broken, onSome: ({ reason }) => reason })

/** A fault of the service's own. */
const broken = "failed"
