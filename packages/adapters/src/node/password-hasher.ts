/**
 * Passwords by Argon2id (RFC 9106), with the memory and passes that OWASP's cheat sheet asks for at the least.
 *
 * Node does the work on its pool of threads. A few at a time: each takes 19 MiB, and the pool also resolves names and reads files.
 */
import crypto from "node:crypto"
import { PasswordHash } from "@vintem/domain/access"
import { PasswordHasher, PasswordsBusy } from "@vintem/domain/ports"
import { Effect, Layer, Redacted, Semaphore } from "effect"

/** What makes a hash slow. Kept with each hash, so that other values count for new passwords alone. */
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

/** How many passwords are hashed at once, of the four threads that Node's pool has. */
const atOnce = 2

/** How many more may wait: at most a few seconds each. */
const waitingMax = 64

/** Needs Node 24.7, which is the first that has Argon2. @param cost - less of it is for tests alone */
export const layerCosting = (cost: Argon2Cost): Layer.Layer<PasswordHasher> =>
  Layer.effect(
    PasswordHasher,
    Effect.gen(function* () {
      if (typeof crypto.argon2 !== "function") {
        return yield* Effect.die(new Error(`Passwords need Node 24.7 or later: this is ${process.version}.`))
      }
      const slots = yield* Semaphore.make(atOnce)
      let present = 0
      const withinLimit = <A>(work: Effect.Effect<A>): Effect.Effect<A, PasswordsBusy> =>
        Effect.suspend(() => {
          if (present >= atOnce + waitingMax) return Effect.fail(new PasswordsBusy())
          present += 1
          return Effect.ensuring(
            slots.withPermit(work),
            Effect.sync(() => {
              present -= 1
            }),
          )
        })
      // Compared with where there is no hash, so that it takes as long: no password has this hash.
      const noOnesHash = phc(cost, crypto.randomBytes(saltBytes), crypto.randomBytes(hashBytes))

      return PasswordHasher.of({
        hash: (password) =>
          withinLimit(
            Effect.suspend(() => {
              const salt = crypto.randomBytes(saltBytes)
              return Effect.map(argon2id(password, salt, cost), (bytes) => phc(cost, salt, bytes))
            }),
          ),
        verify: (password, hash) =>
          withinLimit(
            Effect.suspend(() => {
              const { cost: itsCost, salt, bytes } = partsOf(hash ?? noOnesHash)
              return Effect.map(
                argon2id(password, salt, itsCost),
                (found) => crypto.timingSafeEqual(found, bytes) && hash !== null,
              )
            }),
          ),
      })
    }),
  )

/** What production uses. */
export const layer = layerCosting(owaspCost)

/** Cannot be stopped once it has begun. An interrupted caller waits for its end, so no more of them run than there are slots. */
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
