/** People for stories: a shop with an owner who has a password, and a mailbox for letters with links. */
import { AccessSecretsNode, onlyKey, PasswordHasherNode } from "@vintem/adapters"
import {
  type CompanyRole,
  type Grant,
  inCompany,
  noCredentials,
  platform,
  type Realm,
  type User,
  type UserDetails,
} from "@vintem/domain/access"
import { Email, FullName } from "@vintem/domain/customer"
import {
  type AccessLetter,
  AccessMailer,
  type AccessNotice,
  type MailNotSent,
  MembershipRepository,
  PasswordHasher,
  UserRepository,
} from "@vintem/domain/ports"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { signIn, type Visitor } from "../src/index.ts"
import { now, Seller, layer as shopLayer } from "./shop.ts"

/** Letters of a story, and if they are sent. */
export class Letters extends Context.Service<
  Letters,
  {
    readonly sent: Array<AccessLetter>
    readonly told: Array<AccessNotice>
    isSending: boolean
    answer: Effect.Effect<void, MailNotSent>
  }
>()("@vintem/application/test/Letters") {}

/** Runs during each comparison of a password. */
export class Comparing extends Context.Service<Comparing, { times: number; meanwhile: Effect.Effect<void> }>()(
  "@vintem/application/test/Comparing",
) {}

const lettersLayer = Layer.effectContext(
  Effect.sync(() => {
    const letters: Letters["Service"] = { sent: [], told: [], isSending: true, answer: Effect.void }
    return Context.make(Letters, letters).pipe(
      Context.add(AccessMailer, {
        get isSending() {
          return letters.isSending
        },
        notify: (notice) =>
          Effect.suspend(() => letters.answer).pipe(Effect.tap(() => Effect.sync(() => letters.told.push(notice)))),
        send: (letter) =>
          Effect.suspend(() => letters.answer).pipe(Effect.tap(() => Effect.sync(() => letters.sent.push(letter)))),
      }),
    )
  }),
)

const hasherLayer = Layer.effectContext(
  Effect.gen(function* () {
    const hasher = yield* PasswordHasher
    const comparing: Comparing["Service"] = { times: 0, meanwhile: Effect.void }
    return Context.make(Comparing, comparing).pipe(
      Context.add(
        PasswordHasher,
        PasswordHasher.of({
          ...hasher,
          verify: (...asked) =>
            Effect.suspend(() => {
              comparing.times += 1
              return Effect.tap(
                hasher.verify(...asked),
                Effect.suspend(() => comparing.meanwhile),
              )
            }),
        }),
      ),
    )
  }),
).pipe(Layer.provide(PasswordHasherNode.layerCosting({ memory: 64, passes: 1, parallelism: 1 })))

/** A shop as in other stories, and people. */
export const layer = Layer.mergeAll(
  lettersLayer,
  hasherLayer,
  AccessSecretsNode.layer(Effect.succeed(onlyKey(Redacted.make(new TextEncoder().encode("a key for second factors"))))),
).pipe(Layer.provideMerge(shopLayer))

export const home: Visitor = {
  network: "198.51.100.7",
  marks: [],
  origin: { address: "198.51.100.7", agent: "Navegador" },
}
export const from = (network: string): Visitor => ({ ...home, network })

export const secret = (text: string): Redacted.Redacted<string> => Redacted.make(text)
export const goodPassword = "quatro palavras sem sentido"
export const otherPassword = "outras cinco palavras sem sentido"

export const details = (name: string): Omit<UserDetails, "createdAt"> => ({
  email: Email.make(`${name}@example.com`),
  name: FullName.make(`Pessoa ${name}`),
  language: "pt-BR",
})

/** A user with a role and a good password. */
export const hired = Effect.fnUntraced(function* (name: string, ...grants: ReadonlyArray<Grant>) {
  const users = yield* UserRepository
  const members = yield* MembershipRepository
  const hasher = yield* PasswordHasher
  const user = Option.getOrThrow(yield* users.add({ ...details(name), createdAt: yield* now }))
  yield* users.saveCredentials(user.id, {
    ...noCredentials,
    password: yield* hasher.hash(secret(goodPassword), user.email),
  })
  for (const grant of grants) yield* members.put(user.id, grant, yield* now)
  return user
})

/** A role in the company of the story. */
export const role = (name: CompanyRole) =>
  Effect.map(Seller, ({ id }): Grant => ({ _tag: "company", company: id, role: name }))

export const operator: Grant = { _tag: "platform", role: "operator" }

export const owner = (name: string) => Effect.flatMap(role("owner"), (grant) => hired(name, grant))

export const signInAs = (user: { readonly email: string }, password = goodPassword, visitor = home) =>
  signIn({ email: user.email, password: secret(password), visitor })

/** Signs in without a second factor. */
export const session = Effect.fnUntraced(function* (user: Pick<User, "email">, password = goodPassword) {
  const signed = yield* signInAs(user, password)
  if (signed._tag !== "SignedIn") return yield* Effect.die(new Error("A code is needed."))
  return signed
})

const headsIn = (realm: Realm) => Effect.flatMap(MembershipRepository, ({ heads }) => heads(realm))
export const ownersOf = Effect.flatMap(Seller, ({ id }) => headsIn(inCompany(id)))
export const operators = headsIn(platform)
