/** The load generator's input and output. */
import { fork } from "node:child_process"

export interface Phase {
  readonly url: string
  readonly key: string
  readonly connections: number
  /**
   * How many requests begin per second, even if earlier ones are open. Without this, each connection sends its next
   * request when the last is answered. With it, a latency counts from the request's planned instant, and so includes a
   * late start.
   */
  readonly perSecond?: number
  /** How long new requests begin, at least one per connection. Afterwards those in flight are awaited. */
  readonly seconds: number
  /** The position in the workload to continue from. */
  readonly from: number
}

export interface PhaseResult {
  readonly seconds: number
  /** Numbers of the orders that were answered as paid. */
  readonly acknowledged: ReadonlyArray<string>
  /** Requests with any other answer. */
  readonly refused: number
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The next position to continue from. */
  readonly next: number
  /** The generator's own processor time, 1 being one core. */
  readonly cpuShare: number
}

export interface Generator {
  readonly run: (phase: Phase) => Promise<PhaseResult>
  readonly stop: () => void
}

/** Starts the generator as a child process. */
export const startGenerator = (): Generator => {
  const child = fork(new URL("./generator.ts", import.meta.url))
  return {
    run: (phase) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error("The load generator ended."))
        child.once("exit", ended)
        child.once("message", (result: PhaseResult) => {
          child.off("exit", ended)
          resolve(result)
        })
        child.send(phase)
      }),
    stop: () => {
      child.removeAllListeners("exit")
      child.kill()
    },
  }
}
