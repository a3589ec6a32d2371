/** Faults of an institution, and of the connection to it. */
import type { Random } from "../crash/random.ts"

/**
 * - `lost_answer`: it executes the request, and closes the connection without an answer
 * - `late_write`: it closes the connection first, and executes the request a moment later
 * - `error_before`, `error_after`: it answers 500, with nothing or everything done
 * - `conflict`: it answers 409 with nothing done
 * - `wrong_body`: it executes the request, and answers with a page
 * - `other_charge`: it executes the request, and answers about another charge
 * - `proxy_404`: a proxy in front of it answers 404
 * - `unauthorized`: it no longer accepts the token
 * - `slow`: it answers after the client has given up
 */
export const faultKinds = [
  "lost_answer",
  "late_write",
  "error_before",
  "error_after",
  "conflict",
  "wrong_body",
  "other_charge",
  "proxy_404",
  "unauthorized",
  "slow",
] as const
export type FaultKind = (typeof faultKinds)[number]

/** The fault that a request meets; null if none. */
export type FaultPlan = (request: { readonly method: string; readonly path: string }) => FaultKind | null

export const noFaults: FaultPlan = () => null

/** The next request of a method meets the fault, and no other does. */
export const once = (method: string, kind: FaultKind): FaultPlan => {
  let isDone = false
  return (request) => {
    if (isDone || request.method !== method) return null
    isDone = true
    return kind
  }
}

/** One request in `every` meets a fault, at random. */
export const byChance =
  (random: Random, every: number, kinds: readonly [FaultKind, ...ReadonlyArray<FaultKind>] = faultKinds): FaultPlan =>
  () =>
    random.below(every) === 0 ? random.pick(kinds) : null
