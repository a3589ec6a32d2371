/**
 * Hands what was decided to the storage.
 */
import {
  type StorageUnavailable,
  type WriteKind,
  type WriteRefused,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import { Effect } from "effect"

/** All of these are written, or none. Joins the unit of work around it. */
export const commitWrites = <Kind extends WriteKind>(
  writes: WriteSet<Kind>,
): Effect.Effect<void, StorageUnavailable | WriteRefused<Kind>, WriteSets> =>
  Effect.flatMap(WriteSets, ({ commit }) => commit(writes))
