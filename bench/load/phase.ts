/**
 * What the load generator is asked for, and what it answers.
 */
import { fork } from "node:child_process"

export interface Phase {
  readonly url: string
  readonly key: string
  readonly connections: number
  /**
   * How many requests a second are begun, whatever becomes of those before; without it each connection sends its next request when the last is
   * answered. A latency then counts from the instant for which its request was planned: who comes late because others are slow has waited.
   */
  readonly perSecond?: number
  /** How long new requests are begun, at least one a connection. Those in flight then are waited for. */
  readonly seconds: number
  /** Position in the workload to go on from. */
  readonly from: number
}

export interface PhaseResult {
  readonly seconds: number
  /** Numbers of the orders that were answered as paid. */
  readonly acknowledged: ReadonlyArray<string>
  /** Requests that were answered otherwise. */
  readonly refused: number
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Position to go on from. */
  readonly next: number
  /** Processor time the generator itself took, 1 being one core. */
  readonly cpuShare: number
}

export interface Generator {
  readonly run: (phase: Phase) => Promise<PhaseResult>
  readonly stop: () => void
}

/** Starts the generator in a process of its own. */
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
