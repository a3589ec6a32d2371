/** An executor that reports each statement before it runs it. */
import type { CompiledQuery } from "kysely"
import type { Executor } from "../src/sql/engine/executor.ts"
import type { Procedure, ProcedureSet } from "../src/sql/engine/procedure.ts"

/** @param operation - `repository.method`, as passed to the executor */
export type Note = (operation: string, query: CompiledQuery) => void

export const noting = (executor: Executor["Service"], note: Note): Executor["Service"] => ({
  ...executor,
  read: (operation, query) => {
    note(operation, query)
    return executor.read(operation, query)
  },
  readLong: (operation, caller, query) => {
    note(operation, query)
    return executor.readLong(operation, caller, query)
  },
  readShared: (operation, query) => {
    note(operation, query)
    return executor.readShared(operation, query)
  },
  run: (operation, begun) => executor.run(operation, () => noted(begun(), (query) => note(operation, query))),
  write: (operation, query) => {
    note(operation, query)
    return executor.write(operation, query)
  },
  readEntry: (operation, name, query) => {
    note(operation, query)
    return executor.readEntry(operation, name, query)
  },
  attempt: (operation, begun) => executor.attempt(operation, () => noted(begun(), (query) => note(operation, query))),
  commitSet: <A, E>(operation: string, names: ReadonlyArray<string>, begun: () => ProcedureSet<A, E>) =>
    executor.commitSet(operation, names, () => notedSet(begun(), (query) => note(operation, query))),
})

function* notedSet<A, E>(set: ProcedureSet<A, E>, note: (query: CompiledQuery) => void): ProcedureSet<A, E> {
  let step = set.next([])
  while (step.done !== true) step = set.next(yield step.value.map((procedure) => noted(procedure, note)))
  return step.value
}

function* noted<A>(procedure: Procedure<A>, note: (query: CompiledQuery) => void): Procedure<A> {
  let step = procedure.next()
  while (step.done !== true) {
    if ("query" in step.value) note(step.value.query)
    step = procedure.next(yield step.value)
  }
  return step.value
}
