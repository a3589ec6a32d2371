/** Users of the panel of a service under test: each with a browser, which keeps its cookies. */
import { createHmac } from "node:crypto"
import { AccessMailerNone } from "@vintem/adapters"
import { createUser, invite } from "@vintem/application"
import { deviceCookie, panelHeader, sessionCookie } from "@vintem/contract"
import {
  CompanyRole,
  type Grant,
  newSession,
  noCredentials,
  type Role,
  type User,
  type UserId,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  AccessSecrets,
  MembershipRepository,
  PasswordHasher,
  SessionRepository,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Answer, RequestOptions, ServiceUnderTest } from "./service-under-test.ts"

/** Every test user's password. */
export const password = "correct horse battery staple"

/** Keeps its cookie from answer to answer, and sends what the panel's pages send. */
export class Browser {
  readonly #service: ServiceUnderTest
  /** The token; null if it has none. */
  token: string | null
  /** The cookie value with the marks that identify this browser; null if it has none. */
  marks: string | null = null
  constructor(service: ServiceUnderTest, token: string | null = null) {
    this.#service = service
    this.token = token
  }
  /** @param path - after `/panel/v1` */
  async ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.#service.call(method, `/panel/v1${path}`, {
      ...options,
      headers: {
        ...this.#cookies(),
        ...(method === "GET" ? {} : { [panelHeader]: "1", "sec-fetch-site": "same-origin" }),
        ...options.headers,
      },
    })
    const given = cookieIn(answer)
    if (given !== null) this.token = given.value === "" ? null : given.value
    this.marks = cookieIn(answer, deviceCookie.https)?.value ?? this.marks
    return answer
  }
  #cookies() {
    const kept = [
      ...(this.token === null ? [] : [`${sessionCookie.https}=${this.token}`]),
      ...(this.marks === null ? [] : [`${deviceCookie.https}=${this.marks}`]),
    ]
    return kept.length === 0 ? {} : { cookie: kept.join("; ") }
  }
  get(path: string) {
    return this.ask("GET", path)
  }
  post(path: string, body?: unknown) {
    return this.ask("POST", path, body === undefined ? {} : { body })
  }
}

/** The cookie with a name that an answer sets; null if it sets none. */
export const cookieIn = ({ headers }: Answer, called: string = sessionCookie.https) => {
  const first = headers.getSetCookie().find((one) => one.startsWith(`${called}=`))
  if (first === undefined) return null
  const [pair = "", ...attributes] = first.split("; ")
  const [name = "", value = ""] = pair.split("=")
  return { name, value, attributes: attributes.toSorted() }
}

let people = 0

const isCompanyRole = Schema.is(CompanyRole)

export const grantOf = (role: Role, company: number): Grant =>
  isCompanyRole(role) ? { _tag: "company", company: CompanyId.make(company), role } : { _tag: "platform", role }

/** A user with one role and the password of the tests. */
export const somebody = (service: ServiceUnderTest, role: Role, company: number): Promise<User> => {
  people += 1
  const email = Schema.decodeSync(Email)(`pessoa-${people}@vintem.example`)
  const name = Schema.decodeSync(FullName)(`Pessoa ${role}`)
  return service.run(
    Effect.gen(function* () {
      const details = { email, name, language: "pt-BR" } as const
      return yield* createUser(details, grantOf(role, company))
    }),
  )
}

/** A user with one role who can sign in with a password. */
export const somebodyWithPassword = async (service: ServiceUnderTest, role: Role, company: number): Promise<User> => {
  const user = await somebody(service, role, company)
  await service.run(
    Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const { saveCredentials } = yield* UserRepository
      yield* saveCredentials(user.id, {
        ...noCredentials,
        password: yield* hash(Redacted.make(password), user.email),
      })
    }),
  )
  return user
}

/** Gives a user further roles. */
export const giveRoles = (service: ServiceUnderTest, user: UserId, grants: ReadonlyArray<Grant>): Promise<void> =>
  service.run(
    Effect.gen(function* () {
      const { put } = yield* MembershipRepository
      for (const grant of grants) yield* put(user, grant, instant(service.clock.now()))
    }),
  )

/** An open invitation, made by the command line. */
export const inviteTo = (service: ServiceUnderTest, email: string, grant: Grant) =>
  service.run(
    invite({ actor: { _tag: "System" }, email: Schema.decodeSync(Email)(email), language: "pt-BR", grant }).pipe(
      Effect.provide(AccessMailerNone.layer),
    ),
  )

/** A browser with a session whose password was just confirmed. It skips the work of signing in. */
export const signedIn = async (service: ServiceUnderTest, user: UserId, isProved = true): Promise<Browser> => {
  const token = await service.run(
    Effect.gen(function* () {
      const { hashToken, newToken } = yield* AccessSecrets
      const { add } = yield* SessionRepository
      const made = yield* newToken
      const origin = { address: null, agent: "" }
      const now = instant(yield* Clock.currentTimeMillis)
      yield* add({ ...newSession(user, hashToken(made), origin, now), provedAt: isProved ? now : null })
      return Redacted.value(made)
    }),
  )
  return new Browser(service, token)
}

/** A browser of a user with one role. */
export const at = async (service: ServiceUnderTest, role: Role, company: number): Promise<Browser> =>
  signedIn(service, (await somebody(service, role, company)).id)

/** An authenticator's code at a moment, for a secret in base32 (RFC 6238). */
export const codeOf = (secret: string, millis: number): string => {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const mac = createHmac("sha1", key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, "0")
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The session of a token; none if it has ended. */
export const sessionOf = (service: ServiceUnderTest, token: string) =>
  service.run(
    Effect.gen(function* () {
      const { hashToken } = yield* AccessSecrets
      const { find } = yield* SessionRepository
      return Option.getOrNull(yield* find(hashToken(Redacted.make(token))))
    }),
  )
