/**
 * `vintem user`: the first operator of a service, owners of companies, and links to choose a password.
 */
import { AccessMailerNone } from "@vintem/adapters"
import { resetPassword, signIn } from "@vintem/application"
import { CompanyView } from "@vintem/contract"
import { newSession, platform, UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, PasswordHasher, SessionRepository, Trail, UserRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { serviceUnderTest } from "./service-under-test.ts"
import { takingServer } from "./taking-server.ts"

const database = await newDatabase()
const { printed, vintem } = commandLine(database, { VINTEM_PUBLIC_URL: "https://pagar.example.com" })

const service = serviceUnderTest({ database })

const UserShown = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  name: Schema.String,
  roles: Schema.Array(Schema.Struct({ role: Schema.String, company: Schema.NullOr(Schema.Int) })),
})
const UserLink = Schema.Struct({ ...UserShown.fields, link: Schema.String, expires_at: Schema.String })
const UserList = Schema.Struct({ data: Schema.Array(UserShown), total: Schema.Int })

const create = (email: string, role: string, ...more: ReadonlyArray<string>) =>
  vintem("user", "create", "--email", email, "--name", "Maria Exemplo", "--role", role, ...more)

const newUser = (email: string, role: string, ...more: ReadonlyArray<string>) =>
  printed(UserLink, "user", "create", "--email", email, "--name", "Maria Exemplo", "--role", role, ...more)

const tokenOf = ({ link }: { readonly link: string }) => {
  expect(link).toMatch(/^https:\/\/pagar\.example\.com\/panel\/reset#token=[A-Za-z0-9_-]{43}$/u)
  return Redacted.make(link.split("=").at(-1) ?? "")
}

const password = Redacted.make("quatro palavras sem sentido")
const visitor = { network: "198.51.100.7", marks: [], origin: { address: null, agent: "" } }

describe("vintem user", () => {
  it("makes the first operator, whose link opens the door once", async () => {
    const root = await newUser("Root@example.com", "operator")
    expect(root).toMatchObject({ email: "Root@example.com", roles: [{ role: "operator", company: null }] })
    const token = tokenOf(root)
    const signed = await service.run(
      Effect.gen(function* () {
        yield* resetPassword(token, password)
        expect(yield* Effect.flip(resetPassword(token, password))).toMatchObject({ _tag: "TicketInvalid" })
        return yield* signIn({ email: "root@example.com", password, visitor })
      }).pipe(Effect.provide(AccessMailerNone.layer)),
    )
    expect(signed).toMatchObject({ _tag: "SignedIn", session: { user: root.id } })
  })

  it("makes an owner of a company, and lists everybody, newest first, without a link", async () => {
    const company = await printed(CompanyView, "company", "create", "--name", "Loja")
    const owner = await newUser("dona@example.com", "owner", "--company", String(company.id))
    const { data, total } = await printed(UserList, "user", "list")
    expect(data[0]).toMatchObject({ id: owner.id, roles: [{ role: "owner", company: company.id }] })
    expect(total).toBe(data.length)
    const listed = (await vintem("user", "list")).printed
    expect(listed).toContain(`dona@example.com\tMaria Exemplo\towner of company ${company.id}`)
    expect(listed).not.toMatch(/token|panel/u)
  })

  it("prints another link, which replaces the previous one", async () => {
    const first = tokenOf(await newUser("reset@example.com", "auditor"))
    const shown = await vintem("user", "reset", "RESET@example.com")
    const [, link = ""] = /^(https:\S+)$/mu.exec(shown.printed) ?? []
    const second = tokenOf({ link })
    const ends = await service.run(
      Effect.gen(function* () {
        return [
          yield* Effect.exit(resetPassword(first, password)),
          yield* Effect.exit(resetPassword(second, password)),
        ].map(({ _tag }) => _tag)
      }).pipe(Effect.provide(AccessMailerNone.layer)),
    )
    expect(ends).toEqual(["Failure", "Success"])
  })

  it("mails the user whose second factor was removed", async () => {
    const { email, id } = await newUser("avisada@example.com", "operator")
    await service.run(
      Effect.flatMap(UserRepository, ({ saveCredentials }) =>
        Effect.flatMap(AccessSecrets, ({ newTotpSecret }) =>
          Effect.flatMap(newTotpSecret(UserId.make(id)), ({ sealed }) =>
            saveCredentials(UserId.make(id), {
              password: null,
              secondFactor: { secret: sealed, lastStep: 0, recovery: [] },
              generation: 1,
            }),
          ),
        ),
      ),
    )
    const taken: Array<string> = []
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const port = yield* takingServer(taken)
          const mailing = commandLine(database, { VINTEM_SMTP_URL: `smtp://127.0.0.1:${port}?from=porta@loja.example` })
          const { printed: said } = yield* Effect.promise(() =>
            mailing.vintem("user", "remove-second-factor", "--email", email),
          )
          expect(said).toContain("They were notified by e-mail.")
        }),
      ),
    )
    const letter = taken.join("").replaceAll("=\r\n", "")
    expect(letter).toContain(`RCPT TO:<${email}>`)
    expect(letter).toContain("da senha foi desligado")
  })

  it("removes a second factor, ends every session, and records it", async () => {
    const { id, email } = await newUser("perdida@example.com", "operator")
    const user = UserId.make(id)
    const token = Redacted.make("a token of theirs")
    await service.run(
      Effect.gen(function* () {
        const users = yield* UserRepository
        const sessions = yield* SessionRepository
        const { hash } = yield* PasswordHasher
        const { hashToken, newTotpSecret } = yield* AccessSecrets
        const { sealed } = yield* newTotpSecret(user)
        yield* users.saveCredentials(user, {
          password: yield* hash(password, email),
          secondFactor: { secret: sealed, lastStep: 0, recovery: [] },
          generation: 3,
        })
        const now = instant(yield* Clock.currentTimeMillis)
        yield* sessions.add(newSession(user, hashToken(token), { address: null, agent: "" }, now))
      }),
    )
    const kept = Effect.gen(function* () {
      const { hashToken } = yield* AccessSecrets
      const { find } = yield* SessionRepository
      const { credentials } = yield* UserRepository
      return [Option.isSome(yield* find(hashToken(token))), Option.getOrThrow(yield* credentials(user))]
    })
    const { printed: said } = await vintem("user", "remove-second-factor", "--email", "Perdida@example.com")
    expect(said).toContain("signs in with the password alone")
    expect(said).toContain("No e-mail was sent")
    expect(await service.run(kept)).toEqual([false, expect.objectContaining({ secondFactor: null, generation: 4 })])
    const logged = await service.run(Effect.flatMap(Trail, ({ after }) => after(platform, 0, 1_000)))
    expect(logged.at(-1)).toMatchObject({
      action: "user.second_factor",
      subject: String(id),
      before: { isOn: true },
      after: { isOn: false },
    })
    const again = await vintem("user", "remove-second-factor", "--email", "perdida@example.com")
    expect(again.outcome).toMatch(/has no second factor/u)
    expect((await vintem("user", "remove-second-factor", "--email", "x@example.com")).outcome).toMatch(/no user/u)
  })

  it.each([
    [
      "an address that is taken",
      () => create("taken@example.com", "operator"),
      /The user taken@example\.com already exists/u,
    ],
    ["what is no address", () => create("taken", "operator"), /not an e-mail address/u],
    ["a role of a company without one", () => create("a@example.com", "owner"), /name it with --company/u],
    [
      "a role of the platform in a company",
      () => create("a@example.com", "auditor", "--company", "1"),
      /leave --company out/u,
    ],
    ["a company that is not there", () => create("a@example.com", "owner", "--company", "999"), /no company 999/u],
    ["a reset of nobody", () => vintem("user", "reset", "ninguem@example.com"), /no user ninguem@example\.com/u],
  ])("refuses %s", async (_, command, sentence) => {
    await create("taken@example.com", "operator")
    expect((await command()).outcome).toMatch(sentence)
  })

  it("does not understand an unknown role", async () => {
    expect((await create("b@example.com", "king")).outcome).toBe("not understood")
  })
})
