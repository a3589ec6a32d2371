/**
 * The connections webhooks are sent over. Each goes to an address that was judged.
 *
 * A name is looked up once for a connection: what is judged is what is connected to, and a name that stands for something else a
 * moment later gains nothing by it. Where the host is an address no look-up takes place, so the far end of every socket is judged as
 * well, before anything is said through it.
 */
import type { LookupAddress } from "node:dns"
import type { LookupFunction, Socket } from "node:net"
import { type CompanyId, WebhookAddressRefused, WebhookNotAnswered } from "@vintem/domain"
import * as Result from "effect/Result"
import { Agent, buildConnector, Pool } from "undici"
import { type AddressPolicy, judgeAddresses } from "./address-guard.ts"
import type { ResolveName } from "./name-resolver.ts"
import { describe, unconnected } from "./transport-fault.ts"

export interface Guard {
  readonly policy: AddressPolicy
  readonly resolve: ResolveName
}

/** For one of several addresses, before the next is tried beside it. Milliseconds. */
const attemptMillis = 2_000

/** However long a receiver offers to keep an idle connection. Milliseconds. */
const idleMillisMax = 30_000

/** A receiver that never answers holds this many sockets of one company, and none of anybody else's. */
export const connectionsMax = 8

/**
 * Where a company's messages go: an origin, told apart by what stands behind it. Each has connections of its own: companies that are told
 * by the same host do not wait for one another.
 */
export const originOf = (origin: string, company: CompanyId): string => `${origin}#${company}`

/**
 * Takes origins of `originOf`. Connects past whatever proxy the environment names, as the proxy would do the looking up, and trusts the
 * certificates that Node trusts, whatever the environment says.
 *
 * @param connectMillis - after which a connection is given up that nobody may be waiting for any more
 */
export const guardedAgent = (guard: Guard, connectMillis: number): Agent => {
  const options: Pool.Options = {
    connect: guardedConnector(guard, connectMillis),
    connections: connectionsMax,
    allowH2: false,
    keepAliveMaxTimeout: idleMillisMax,
    // Whoever sends looks at the whole time.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  return new Agent({ factory: (origin) => new Pool(new URL(origin).origin, options) })
}

/** Everything a name stands for, if webhooks may go to all of it. */
export const judgedAddresses = (
  name: string,
  { policy, resolve }: Guard,
): Promise<Result.Result<ReadonlyArray<LookupAddress>, WebhookAddressRefused>> =>
  resolve(name).then(
    (found) => {
      const addresses = found.map(({ address }) => address)
      return Result.map(judgeAddresses(addresses, policy), () => found)
    },
    (cause) => Result.fail(new WebhookAddressRefused({ reason: "name_not_found", detail: describe(cause) })),
  )

const guardedConnector = (guard: Guard, connectMillis: number): buildConnector.connector => {
  const connect = buildConnector({
    lookup: judgedLookup(guard),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMillis,
    timeout: connectMillis,
    allowH2: false,
    rejectUnauthorized: true,
  })
  return (target, done) =>
    connect(target, (...[fault, socket]) => {
      if (fault !== null) return done(unconnected(fault, target.protocol === "https:"), null)
      const refused = refusedFarEnd(socket, guard.policy)
      if (refused === null) return done(null, socket)
      socket.destroy()
      done(refused, null)
    })
}

/** Node asks for all addresses at once, tries them by turns, and looks nothing up in between. */
const judgedLookup =
  (guard: Guard): LookupFunction =>
  (name, _, answer) => {
    judgedAddresses(name, guard).then(
      Result.match({
        onFailure: (refused) => answer(refused, []),
        onSuccess: (addresses) => answer(null, [...addresses]),
      }),
    )
  }

const refusedFarEnd = ({ remoteAddress }: Socket, policy: AddressPolicy) =>
  remoteAddress === undefined
    ? new WebhookNotAnswered({ reason: "broken_off", detail: "closed as soon as it was open" })
    : Result.match(judgeAddresses([remoteAddress], policy), {
        onFailure: (refused) => refused,
        onSuccess: () => null,
      })
