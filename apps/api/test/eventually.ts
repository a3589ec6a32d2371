import { vi } from "vitest"

/** Less than a test may take, so that one which waits in vain says what it saw last. */
const waitMillis = 900_000

/** Looks until that no longer throws, and gives what it gave. However slow a machine is, it is waited for. */
export const eventually = <A>(look: () => A | Promise<A>): Promise<A> =>
  vi.waitFor(look, { timeout: waitMillis, interval: 20 })
