/**
 * Passwords by Argon2id (RFC 9106), with the minimum memory and passes of OWASP's cheat sheet.
 *
 * Node does the work on its pool of threads. One or two at a time: each takes 19 MiB and a core, and the pool also
 * resolves names and reads files. Waiting callers are served in turn, so that guesses from a few networks make nobody
 * else wait for long.
 *
 * @see docs/decisions/access.md#0247
 */
import crypto from "node:crypto"
import { availableParallelism } from "node:os"
import { PasswordHash } from "@vintem/domain/access"
import { PasswordHasher, PasswordsBusy } from "@vintem/domain/ports"
import { Effect, Layer, Redacted } from "effect"
import { siteNetwork } from "../hosting-address/visitor-network.ts"
import { type TurnLimits, takingTurns } from "./turns.ts"

/** The cost parameters of a hash. Stored with each hash, so that new values apply to new passwords alone. */
export interface Argon2Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, parallelism 1. */
const owaspCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltBytes = 16
const hashBytes = 32

/**
 * One password at once, and two if the machine has cores to spare: with two cores the other is for orders. At most 64
 * networks wait, so a slot comes within some ten seconds.
 */
const limits: TurnLimits = { atOnce: availableParallelism() > 2 ? 2 : 1, ofOne: 4, callers: 64 }

/** The most remembered networks with a successful sign-in. */
const knownMax = 4_096

/** Needs Node 24.7, the first with Argon2. @param cost - lower only in tests */
export const layerCosting = (cost: Argon2Cost): Layer.Layer<PasswordHasher> =>
  Layer.effect(
    PasswordHasher,
    Effect.gen(function* () {
      if (typeof crypto.argon2 !== "function") {
        return yield* Effect.die(new Error(`Passwords need Node 24.7 or later: this is ${process.version}.`))
      }
      const inTurn = takingTurns(limits, () => new PasswordsBusy())
      const known = new Set<string>()
      // Used if there is no hash, so that the check takes equally long: no password has this hash.
      const noOnesHash = phc(cost, crypto.randomBytes(saltBytes), crypto.randomBytes(hashBytes))

      return PasswordHasher.of({
        hash: (password, owner) =>
          inTurn(
            { name: owner, isKnown: true },
            Effect.suspend(() => {
              const salt = crypto.randomBytes(saltBytes)
              return Effect.map(argon2id(password, salt, cost), (bytes) => phc(cost, salt, bytes))
            }),
          ),
        verify: (password, hash, network, user) =>
          Effect.suspend(() => {
            const isKnown = known.has(network)
            const { cost: itsCost, salt, bytes } = partsOf(hash ?? noOnesHash)
            const compared = Effect.map(argon2id(password, salt, itsCost), (found) => {
              const isRight = crypto.timingSafeEqual(found, bytes) && hash !== null
              if (isRight) remember(known, network)
              return isRight
            })
            if (user !== undefined) return inTurn({ name: `user ${user}`, isKnown: true }, compared)
            return inTurn({ name: isKnown ? network : siteNetwork(network), isKnown }, compared)
          }),
      })
    }),
  )

/** The production layer. */
export const layer = layerCosting(owaspCost)

/** The latest last. @param known - networks; if there are too many, the one whose last success is oldest is dropped */
const remember = (known: Set<string>, network: string) => {
  known.delete(network)
  known.add(network)
  for (const oldest of known) {
    if (known.size <= knownMax) return
    known.delete(oldest)
  }
}

/**
 * Cannot be stopped once it has begun. An interrupted caller waits for its end, so no more of them run than there are
 * slots.
 */
const argon2id = (
  password: Redacted.Redacted<string>,
  nonce: Uint8Array,
  { memory, parallelism, passes }: Argon2Cost,
): Effect.Effect<Buffer> =>
  Effect.uninterruptible(
    Effect.callback((resume) => {
      const message = Redacted.value(password)
      crypto.argon2("argon2id", { message, nonce, memory, parallelism, passes, tagLength: hashBytes }, (fault, bytes) =>
        resume(fault === null ? Effect.succeed(bytes) : Effect.die(fault)),
      )
    }),
  )

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replaceAll("=", "")

const phc = ({ memory, parallelism, passes }: Argon2Cost, salt: Uint8Array, bytes: Uint8Array): PasswordHash =>
  PasswordHash.make(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(bytes)}`)

/** The pattern of `PasswordHash` leaves no part out. */
const partsOf = (hash: PasswordHash) => {
  const [, , , costs = "", salt = "", bytes = ""] = hash.split("$")
  const [memory = 0, passes = 0, parallelism = 0] = costs.split(",").map((part) => Number(part.slice(2)))
  return {
    cost: { memory, passes, parallelism },
    salt: Buffer.from(salt, "base64"),
    bytes: Buffer.from(bytes, "base64"),
  }
}
