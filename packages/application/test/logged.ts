import { Effect, Layer, Logger } from "effect"

/** Runs `work`, and returns its log lines, each with its level and its message as JSON. */
export const logged = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel} ${JSON.stringify(message)}`)
  })
  yield* Effect.provide(work, Layer.fresh(Logger.layer([logger])))
  return lines
})
