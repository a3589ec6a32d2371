/** Repeatable chance: equal seeds give equal choices. */

export interface Random {
  /** A whole number from 0 up to, and without, `bound`. */
  readonly below: (bound: number) => number
  readonly pick: <A>(all: readonly [A, ...ReadonlyArray<A>]) => A
  readonly shuffled: <A>(all: ReadonlyArray<A>) => ReadonlyArray<A>
  /** A generator for each client, so that their order does not matter. */
  readonly fork: () => Random
}

/** @param seed - a whole number from 0 up to 2³² */
export const randomFrom = (seed: number): Random => {
  const next = mulberry32(seed)
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    pick: (all) => all[below(all.length)] ?? all[0],
    shuffled: (all) => {
      const left = [...all]
      return all.flatMap(() => left.splice(below(left.length), 1))
    },
    fork: () => randomFrom(below(2 ** 32)),
  }
}

/** Fractions from 0 to 1 (Tommy Ettinger's mulberry32: 32 bits of state, good enough for choices). */
const mulberry32 = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
