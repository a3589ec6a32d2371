/** A thread that takes one question at a time, and answers each message with one. */
import { Worker } from "node:worker_threads"
import { Effect, type Scope } from "effect"
import { endOfQuestions } from "./answering-thread.ts"

/** `Answer` is the module's message; no type can check that. */
export interface AskedThread<Question, Answer> {
  /** Fails with the cause if the thread has ended, or ends before it answers. Only one question at a time. */
  readonly ask: (question: Question) => Effect.Effect<Answer, unknown>
}

/**
 * Starts a thread for the scope, whose module calls `answering`. It does not keep the process alive.
 *
 * The end of the scope waits until the thread has ended by itself. `Worker.terminate` would end the whole process if the thread was loading
 * SQLite.
 */
export const askedThread = <Question, Answer>(
  module: string,
  { data, name }: { readonly data: unknown; readonly name: string },
): Effect.Effect<AskedThread<Question, Answer>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => started(module, name, data)),
      ({ endOf, thread }) =>
        Effect.callback<void>((resume) => {
          if (endOf() !== undefined) return resume(Effect.void)
          thread.once("exit", () => resume(Effect.void))
          thread.ref()
          thread.postMessage(endOfQuestions)
        }),
    ),
    ({ endOf, thread }) => ({
      ask: (question) =>
        Effect.callback((resume) => {
          const stopListening = () => thread.off("message", answered).off("exit", ended)
          const ended = () => {
            stopListening()
            resume(Effect.fail(endOf()))
          }
          const answered = (answer: Answer) => {
            stopListening()
            resume(Effect.succeed(answer))
          }
          if (endOf() !== undefined) return ended()
          thread.on("message", answered).on("exit", ended).postMessage(question)
          return Effect.sync(stopListening)
        }),
    }),
  )

const started = (module: string, name: string, data: unknown) => {
  const thread = new Worker(new URL(module), { workerData: data, name })
  let end: unknown
  thread.once("error", (cause) => {
    end = cause
  })
  thread.once("exit", (code) => {
    end ??= new Error(`The thread "${name}" ended with ${code}.`)
  })
  thread.unref()
  return { thread, endOf: () => end }
}
