/**
 * Wraps write sets: changes or counts what is committed, for the sandbox's clock, metrics and traces.
 */
import type { CustomerId } from "@vintem/domain/identifiers"
import type { CustomerOfOrder, ForCustomer, Write, WriteKind, WriteSet, WriteSets } from "@vintem/domain/ports"
import { Effect } from "effect"

type Sets = WriteSets["Service"]

/** Changes writes of some kinds before they are committed. Writes of other kinds stay unchanged. */
export type WriteChanges = { readonly [K in WriteKind]?: (write: Write<K>) => Write<K> }

/** Commits changed writes. @param changes - runs for each commit */
export const changingWrites = ({ commit, commitFor }: Sets, changes: Effect.Effect<WriteChanges>): Sets => ({
  commit: <Kind extends WriteKind>(writes: WriteSet<Kind>) =>
    Effect.flatMap(changes, (change) => commit(changedBy(change, writes))),
  commitFor: <A, Kind extends WriteKind>(
    customer: CustomerOfOrder,
    writes: WriteSet<Kind>,
    decide: (id: CustomerId) => ForCustomer<A, Kind>,
  ) =>
    Effect.flatMap(changes, (change) =>
      commitFor(customer, changedBy(change, writes), (id) => {
        const { value, writes: rest } = decide(id)
        return { value, writes: changedBy(change, rest) }
      }),
    ),
})

const changedBy = <Kind extends WriteKind>(changes: WriteChanges, writes: WriteSet<Kind>): WriteSet<Kind> =>
  writes.map((write) => changes[write._tag]?.(write) ?? write)

/** Called for each committed write of some kinds. */
export type WriteWatch = { readonly [K in WriteKind]?: (write: Write<K>) => void }

/** Commits, and then calls `done` with a function that shows each write to a watch. */
export const watchingWrites = (
  { commit, commitFor }: Sets,
  done: (shown: (watch: WriteWatch) => void) => Effect.Effect<void>,
): Sets => ({
  commit: <Kind extends WriteKind>(writes: WriteSet<Kind>) =>
    Effect.tap(commit(writes), () => done((watch) => shown(watch, writes))),
  commitFor: <A, Kind extends WriteKind>(
    customer: CustomerOfOrder,
    writes: WriteSet<Kind>,
    decide: (id: CustomerId) => ForCustomer<A, Kind>,
  ) =>
    Effect.flatMap(
      commitFor(customer, writes, (id) => {
        const decided = decide(id)
        return { writes: decided.writes, value: decided }
      }),
      (decided) =>
        Effect.as(
          done((watch) => {
            shown(watch, writes)
            shown(watch, decided.writes)
          }),
          decided.value,
        ),
    ),
})

const shown = <Kind extends WriteKind>(watch: WriteWatch, writes: WriteSet<Kind>): void => {
  for (const write of writes) watch[write._tag]?.(write)
}
