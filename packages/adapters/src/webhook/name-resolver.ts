/**
 * Finds the addresses a name stands for.
 */
import type { LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"

/**
 * Every address a name stands for; rejected where nobody could say. A name may also stand for none: a CNAME that leads nowhere is answered
 * with an empty list.
 */
export type ResolveName = (name: string) => Promise<ReadonlyArray<LookupAddress>>

/** For one server to answer, which is asked twice. Milliseconds. */
const patienceMillis = 2_000

/** As every program of this machine finds them, with its list of hosts. */
const machineNames: ResolveName = (name) => lookup(name, { all: true })

/**
 * As the name servers tell them, and nobody else: a list of hosts names machines of our own.
 *
 * The machine's way takes one of four threads, which files are read by as well, for as long as a name server is silent; somebody whose
 * name server never speaks could stop everybody. This way takes none.
 *
 * @param servers - each `ADDRESS` or `ADDRESS:PORT`; those of this machine where left out
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

/** How names are looked up where nobody says otherwise: what may lie on this machine's own networks may stand in its list of hosts. */
export const namesFor = (allowPrivate: boolean): ResolveName => (allowPrivate ? machineNames : publicNames())

const addressesOf = (
  answered: PromiseSettledResult<ReadonlyArray<string>>,
  family: 4 | 6,
): ReadonlyArray<LookupAddress> =>
  answered.status === "fulfilled" ? answered.value.map((address) => ({ address, family })) : []
