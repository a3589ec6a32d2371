/** Measures how long the acquirer takes, and how often it returns no outcome. */
import { Acquirer } from "@vintem/domain/ports"
import { Cause, Effect, Exit, Layer } from "effect"
import { catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"
import { timed } from "./timing.ts"

export const measuredAcquirer = Layer.effect(
  Acquirer,
  Effect.gen(function* () {
    const { histogram } = yield* Meter
    const { charge, find, refund, void: withdraw } = yield* Acquirer
    const measured = (operation: "charge" | "find" | "void" | "refund") => {
      const durations = new Map(
        endings.map((outcome) => [outcome, histogram(catalogue.acquirerDuration, { operation, outcome })]),
      )
      const told = (exit: Exit.Exit<unknown, unknown>, seconds: number) => durations.get(endingOf(exit))?.(seconds)
      return <A, E>(question: Effect.Effect<A, E>): Effect.Effect<A, E> => timed(question, told)
    }
    const asking = {
      charge: measured("charge"),
      find: measured("find"),
      void: measured("void"),
      refund: measured("refund"),
    }
    return Acquirer.of({
      charge: (request) => asking.charge(charge(request)),
      find: (ref) => asking.find(find(ref)),
      void: (ref) => asking.void(withdraw(ref)),
      refund: (request) => asking.refund(refund(request)),
    })
  }),
)

/** `timed_out`: the caller no longer waits. */
type Ending = "answered" | "failed" | "timed_out"

const endings: ReadonlyArray<Ending> = ["answered", "failed", "timed_out"]

const endingOf = (exit: Exit.Exit<unknown, unknown>): Ending => {
  if (Exit.isSuccess(exit)) return "answered"
  return Cause.hasInterruptsOnly(exit.cause) ? "timed_out" : "failed"
}
