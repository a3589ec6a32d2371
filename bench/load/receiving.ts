/** Starts the receiver of webhooks, and reads its arrivals. */
import { type ChildProcess, fork } from "node:child_process"
import { Effect } from "effect"
import type { Arrival } from "./receiver.ts"

export interface Receiving {
  /** URLs that answer. */
  readonly urls: ReadonlyArray<string>
  /** URLs that accept every connection and never answer. */
  readonly silentUrls: ReadonlyArray<string>
  /** Everything that came since the previous call. */
  readonly take: Effect.Effect<ReadonlyArray<Arrival>>
}

/**
 * Ends with the scope.
 *
 * @param refusedOneIn - of this many events one is never accepted; 0 for none
 */
export const receiving = Effect.fnUntraced(function* (answering: number, silent = 0, refusedOneIn = 0) {
  const args = [answering, silent, refusedOneIn].map(String)
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./receiver.ts", import.meta.url), args)),
    (started) => Effect.sync(() => started.kill()),
  )
  const { ports, silentPorts } = yield* nextMessage<{
    readonly ports: ReadonlyArray<number>
    readonly silentPorts: ReadonlyArray<number>
  }>(child)
  const take = Effect.suspend(() => {
    child.send("take")
    return nextMessage<ReadonlyArray<Arrival>>(child)
  })
  return { urls: ports.map(urlOf), silentUrls: silentPorts.map(urlOf), take } satisfies Receiving
})

const urlOf = (port: number): string => `http://127.0.0.1:${port}/avisos`

const nextMessage = <A>(child: ChildProcess): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    const ended = () => resume(Effect.die(new Error("The receiver ended.")))
    child.once("exit", ended)
    child.once("message", (message: A) => {
      child.off("exit", ended)
      resume(Effect.succeed(message))
    })
  })
