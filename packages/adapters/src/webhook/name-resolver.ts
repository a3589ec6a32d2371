/**
 * Finds the addresses of a name.
 */
import type { LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"

/** All addresses of a name; rejects if the lookup failed. May be empty: a CNAME that leads nowhere has none. */
export type ResolveName = (name: string) => Promise<ReadonlyArray<LookupAddress>>

/** Milliseconds for one server to answer. It is asked twice. */
const patienceMillis = 2_000

/** The lookup of every program on this machine, with its list of hosts. */
const machineNames: ResolveName = (name) => lookup(name, { all: true })

/**
 * Uses only the name servers: the machine's list of hosts names internal machines.
 *
 * The system's lookup holds one of four threads while a name server is silent, and these threads also read files: one
 * silent name server could stop the service. This lookup takes no thread.
 *
 * @param servers - each `ADDRESS` or `ADDRESS:PORT`; this machine's if absent
 */
export const publicNames = (servers?: ReadonlyArray<string>): ResolveName => {
  const resolver = new Resolver({ timeout: patienceMillis, maxTimeout: patienceMillis, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return (name) =>
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
      return found.length === 0 && four.status === "rejected" ? Promise.reject(four.reason) : found
    })
}

/** The default lookup, for targets that may be on internal networks: the machine's list of hosts counts. */
export const namesFor = (allowPrivate: boolean): ResolveName => (allowPrivate ? machineNames : publicNames())

const addressesOf = (
  answered: PromiseSettledResult<ReadonlyArray<string>>,
  family: 4 | 6,
): ReadonlyArray<LookupAddress> =>
  answered.status === "fulfilled" ? answered.value.map((address) => ({ address, family })) : []
