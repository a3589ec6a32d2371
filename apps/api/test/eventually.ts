import { vi } from "vitest"

/** Less than a test's time-out, so that a test that waits in vain reports what it saw last. */
const waitMillis = 900_000

/** Repeats `look` until it no longer throws, and returns its result. It waits as long as a slow machine needs. */
export const eventually = <A>(look: () => A | Promise<A>): Promise<A> =>
  vi.waitFor(look, { timeout: waitMillis, interval: 20 })
