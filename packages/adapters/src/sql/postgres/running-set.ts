/**
 * A write set while it runs: it runs as far as it can, and then waits for the answers to its statements.
 */
import type { Change } from "@vintem/domain/ports"
import { Exit, Result } from "effect"
import type { CompiledQuery } from "kysely"
import type { Procedure, ProcedureSet, Refusable, Written } from "../engine/procedure.ts"
import type { Sum } from "../engine/sums.ts"
import type { CommitEnd } from "./commit-end.ts"
import { lockQuery } from "./transaction.ts"

/** A statement that a set asks for. */
export interface Asked {
  readonly query: CompiledQuery
  /** Called with the answer, if a caller waits for it. */
  readonly answered: ((written: Written<never>) => void) | null
  readonly kind: "hold" | "read" | "write"
}

/** A set as its transaction sees it. */
export interface Running {
  /** Its statements since they were last taken, in order. */
  readonly asked: Array<Asked>
  /** What is notified once it is committed. */
  readonly changes: ReadonlyArray<Change>
  /** Its additions to sums. */
  readonly sums: ReadonlyArray<Sum>
  /** `waits` for answers; `failed` if it was refused, or is a defect. */
  readonly state: () => "waits" | "succeeded" | "failed"
}

interface RunningSet<A, E> extends Running {
  /** How it ended; undefined while it waits. */
  readonly exit: () => Exit.Exit<A, E> | undefined
}

/** How a transaction ended for one of its sets. */
export type SetOutcome =
  /** It was committed, or it failed and nothing of it was written. */
  | { readonly _tag: "Ended" }
  /** Nothing of it was written, and it is to be run again alone. */
  | { readonly _tag: "Again" }
  | Extract<CommitEnd<never, never>, { readonly _tag: "RolledBack" | "Uncertain" }>

/** A set that is to be committed. */
export interface SetToCommit {
  readonly operation: string
  /** Begins it, or begins it again. */
  readonly begin: () => Running
  /** Called once. */
  readonly end: (outcome: SetOutcome) => void
}

/** @param ended - called once, with how the set ended; null if it is to be run again alone */
export const setToCommit = <A, E>(
  operation: string,
  begun: () => ProcedureSet<A, E>,
  ended: (end: CommitEnd<A, E> | null) => void,
): SetToCommit => {
  let running: RunningSet<A, E> | undefined
  return {
    operation,
    begin: () => {
      running = runningSet(begun)
      return running
    },
    end: (outcome) => {
      const exit = running?.exit()
      if (outcome._tag === "Again") ended(null)
      else if (outcome._tag !== "Ended") ended(outcome)
      else ended(exit === undefined ? null : { _tag: "Ended", exit })
    },
  }
}

const runningSet = <A, E>(begun: () => ProcedureSet<A, E>): RunningSet<A, E> => {
  const asked: Array<Asked> = []
  const changes: Array<Change> = []
  const sums: Array<Sum> = []
  let exit: Exit.Exit<A, E> | undefined

  /** An exception is a defect of the set. */
  const guarded = (goOn: () => void): void => {
    const ran = Result.try(goOn)
    if (Result.isFailure(ran)) exit = Exit.die(ran.failure)
  }

  const nextGroup = (set: ProcedureSet<A, E>, given: ReadonlyArray<unknown>): void => {
    const step = set.next(given)
    if (step.done === true) {
      exit = Exit.succeed(step.value)
      return
    }
    const group = step.value
    const results: Array<unknown> = []
    let open = group.length
    for (const [place, procedure] of group.entries()) {
      goOn(procedure, nothingWritten, (result) => {
        results[place] = result
        open -= 1
        if (open === 0) nextGroup(set, results)
      })
    }
  }

  const goOn = (procedure: Refusable<E>, given: Written<never>, ended: (result: unknown) => void): void => {
    if (exit !== undefined) return
    const step = untilItWaits(procedure, given)
    if (step.done !== true) {
      const { kind, query } = step.value
      asked.push({ query, kind, answered: (written) => guarded(() => goOn(procedure, written, ended)) })
    } else if (Result.isFailure(step.value)) exit = Exit.fail(step.value.failure)
    else ended(step.value.success)
  }

  /** Runs a procedure to its next question, or to its end. */
  const untilItWaits = <B>(
    procedure: Procedure<B>,
    given: Written<never>,
  ): IteratorResult<{ readonly kind: "read" | "write"; readonly query: CompiledQuery }, B> => {
    for (let step = procedure.next(given); ; step = procedure.next(nothingWritten)) {
      if (step.done === true) return step
      const { value } = step
      switch (value._tag) {
        case "Added":
          sums.push(...value.sums)
          break
        case "Changed":
          changes.push(...value.changes)
          break
        case "Hold":
          asked.push({ query: lockQuery(value.name), kind: "hold", answered: null })
          break
        case "WriteUnread":
          asked.push({ query: value.query, kind: "write", answered: null })
          break
        case "Read":
          return { value: { kind: "read", query: value.query } }
        case "Write":
          return { value: { kind: "write", query: value.query } }
      }
    }
  }

  guarded(() => nextGroup(begun(), []))
  return {
    asked,
    changes,
    sums,
    exit: () => exit,
    state: () => (exit === undefined ? "waits" : Exit.isSuccess(exit) ? "succeeded" : "failed"),
  }
}

const nothingWritten: Written<never> = { rows: [], changes: 0 }
