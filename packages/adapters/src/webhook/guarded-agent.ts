/**
 * The connections for webhooks. Each goes to a checked address.
 *
 * A name is looked up once per connection, and the connection goes to the checked address: a name that changes in
 * between gains nothing. The remote address of every socket is checked as well, before anything is sent.
 */
import type { LookupAddress } from "node:dns"
import { isIP, type LookupFunction, type Socket } from "node:net"
import type { CompanyId } from "@vintem/domain/identifiers"
import { WebhookAddressRefused, WebhookNotAnswered } from "@vintem/domain/ports"
import type * as Arr from "effect/Array"
import * as Result from "effect/Result"
import { Agent, buildConnector, Pool } from "undici"
import { type AddressPolicy, judgeAddresses } from "./address-guard.ts"
import type { ResolveName } from "./name-resolver.ts"
import { describe, unconnected } from "./transport-fault.ts"

export interface Guard {
  readonly policy: AddressPolicy
  readonly resolve: ResolveName
}

/** Milliseconds until the next address is tried as well. */
const attemptMillis = 2_000

/** The longest time that an idle connection is kept, whatever the receiver offers. Milliseconds. */
const idleMillisMax = 30_000

/** A receiver that never answers holds at most this many sockets of one company, and none of other companies. */
export const connectionsMax = 8

/**
 * The destination of a company's messages: company and origin. Each has its own connections: companies that share a
 * host do not wait for one another.
 */
export const originOf = (origin: string, company: CompanyId): string => `${origin}#${company}`

/** The `User-Agent` of requests to companies' servers: firewalls with the common rules of AWS, and others, refuse requests without one. */
export const userAgent = "Vintem"

/**
 * Takes origins of `originOf`. Ignores the environment's proxy, which would look names up itself, and its additional
 * certificates: trusts those that Node trusts.
 *
 * @param connectMillis - until connecting is given up, even if no request waits for it any more; the name was looked up
 *   before
 */
export const guardedAgent = (guard: Guard, connectMillis: number): Agent => {
  const options: Pool.Options = {
    connect: guardedConnector(guard, connectMillis),
    connections: connectionsMax,
    allowH2: false,
    keepAliveMaxTimeout: idleMillisMax,
    // The sender limits the whole time.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  return new Agent({ factory: (origin) => new Pool(new URL(origin).origin, options) })
}

/**
 * The most addresses per family that are used. The name server decides which; the rest is neither judged nor connected
 * to. A connection would have no time to try more.
 */
const addressesMaxPerFamily = 8

/** The used addresses of a name, if webhooks may go to all of them. */
export const judgedAddresses = (
  name: string,
  { policy, resolve }: Guard,
): Promise<Result.Result<Addresses, WebhookAddressRefused>> =>
  Promise.resolve(name)
    .then(resolve)
    .then(
      (found) => judgeAddresses(usedOf(found), policy),
      (cause) => Result.fail(new WebhookAddressRefused({ reason: "name_not_found", detail: describe(cause) })),
    )

const usedOf = (found: ReadonlyArray<LookupAddress>): ReadonlyArray<string> =>
  [4, 6].flatMap((family) =>
    found
      .filter((each) => each.family === family)
      .slice(0, addressesMaxPerFamily)
      .map(({ address }) => address),
  )

/**
 * A name is looked up and checked before there is a socket: a bad answer is a refusal like any other. Our code runs in
 * promises, so that an exception fails this connection; in a socket's callback it would end the process.
 */
const guardedConnector = (guard: Guard, connectMillis: number): buildConnector.connector => {
  const judged: JudgedNames = new Map()
  const connect = buildConnector({
    lookup: judgedLookup(judged),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMillis,
    timeout: connectMillis,
    allowH2: false,
    rejectUnauthorized: true,
  })
  const open = (target: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect(target, (...[fault, socket]) => (fault === null ? resolve(socket) : reject(fault)))
    })
  const openTo = (target: buildConnector.Options, addresses: Addresses): Promise<Socket> => {
    judged.set(target.hostname, addresses)
    return open(target).finally(() => {
      if (judged.get(target.hostname) === addresses) judged.delete(target.hostname)
    })
  }
  return (target, done) => {
    addressesOf(target.hostname, guard)
      .then(
        Result.match({
          onFailure: (refused) => Promise.reject(refused),
          onSuccess: (addresses) => openTo(target, addresses),
        }),
      )
      .then(
        (socket) => {
          const refused = refusedFarEnd(socket, guard.policy)
          if (refused === null) return done(null, socket)
          socket.destroy()
          done(refused, null)
        },
        (fault) => done(unconnected(fault, target.protocol === "https:"), null),
      )
      // The request that waits for this connection gets no error, and ends by its own time-out.
      .catch(() => {})
  }
}

type Addresses = Arr.NonEmptyReadonlyArray<string>

/** Addresses of names, while connections to them are being made. */
type JudgedNames = Map<string, Addresses>

/** The checked addresses of a host: those of a name, or the address itself. */
const addressesOf = (host: string, guard: Guard): Promise<Result.Result<Addresses, WebhookAddressRefused>> =>
  isIP(host) === 0 ? judgedAddresses(host, guard) : Promise.resolve(judgeAddresses([host], guard.policy))

/** Node requests all addresses at once, tries them one after another, and looks nothing up in between. */
const judgedLookup =
  (judged: JudgedNames): LookupFunction =>
  (name, _, answer) => {
    const addresses = judged.get(name)
    if (addresses === undefined) {
      return answer(new WebhookAddressRefused({ reason: "name_not_found", detail: "the name lookup failed" }), [])
    }
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }

const refusedFarEnd = ({ remoteAddress }: Socket, policy: AddressPolicy) =>
  remoteAddress === undefined
    ? new WebhookNotAnswered({ reason: "broken_off", detail: "closed right after it opened" })
    : Result.match(judgeAddresses([remoteAddress], policy), {
        onFailure: (refused) => refused,
        onSuccess: () => null,
      })
