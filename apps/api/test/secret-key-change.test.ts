/**
 * Changing the secret key: older values are opened and recognized, resealed while a service runs, and after that opened
 * by the new key alone.
 */
import { SealedSecret } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, UserRepository } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Browser, codeOf, password, signedIn, somebodyWithPassword } from "./at-the-panel.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase, secretKey } from "./database-under-test.ts"
import { byCard } from "./example-orders.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const keyOf = (name: string) => Buffer.alloc(32, name).toString("base64")
const next = keyOf("the next one")
const third = keyOf("a third one")

const Begun = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, sealed: Schema.String }) })
const State = Schema.Struct({ data: Schema.Struct({ state: Schema.String, ticket: Schema.NullOr(Schema.String) }) })
const Resealed = Schema.Struct({
  resealed: Schema.Int,
  current: Schema.Int,
  unopened: Schema.Array(Schema.Int),
  finished: Schema.Boolean,
})

const database = await newDatabase()
const began = await newDatabase()

const commandUnder = (url: string, current: string, former: ReadonlyArray<string>) =>
  commandLine({ url }, { VINTEM_SECRET_KEY: current, VINTEM_SECRET_KEY_OLD: former.join(",") })

/** A command's outcome under these keys. */
const outcomeUnder = async (url: string, current: string, ...former: ReadonlyArray<string>) =>
  (await commandUnder(url, current, former).vintem("company", "list")).outcome

const other = "refused: The secret key in VINTEM_SECRET_KEY is not this database's key"

describe("a service whose secret key is changed", () => {
  it("recognizes earlier authenticators, browsers and requests, and needs the former key no more once all is resealed", async () => {
    const before = serviceUnderTest({ database })
    const company = await before.newCompany()
    const user = await somebodyWithPassword(before, "owner", company.id)
    const browser = await signedIn(before, user.id)
    const { secret, sealed } = shown(Begun, await browser.post("/second-factor")).data
    const confirmed = await browser.post("/second-factor/confirm", {
      sealed,
      code: codeOf(secret, before.clock.now()),
    })
    expect(confirmed.status).toBe(200)
    // A second user's is begun under the old key, and confirmed under the new one.
    const late = await somebodyWithPassword(before, "viewer", company.id)
    const lateBegun = shown(Begun, await (await signedIn(before, late.id)).post("/second-factor")).data
    const order = byCard()
    const placed = await company.post("/api/v1/order/single", order, { "Idempotency-Key": "k" })
    const mark = await before.run(
      Effect.map(AccessSecrets, ({ sealedMark }) =>
        sealedMark({ user: user.id, generation: 1, slot: 3, markedAt: instant(before.clock.now()) }),
      ),
    )
    await before.stop()

    expect(await outcomeUnder(database.url, next)).toContain(other)
    const environment = { VINTEM_SECRET_KEY: next, VINTEM_SECRET_KEY_OLD: secretKey }
    const during = serviceUnderTest({ database, environment })
    const post = (body: unknown) =>
      during.call("POST", "/api/v1/order/single", {
        token: company.key,
        body,
        headers: { "Idempotency-Key": "k" },
      })
    const again = await post(order)
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([placed.text, "true"])
    expect((await post({ ...order, description: "another" })).status).toBe(422)
    expect(await during.run(Effect.map(AccessSecrets, ({ openedMark }) => Option.isSome(openedMark(mark))))).toBe(true)
    const signInWithCode = async (service: typeof during, of: string) => {
      const door = new Browser(service)
      const begun = shown(State, await door.post("/session", { email: user.email, password })).data
      expect(begun.state).toBe("code_needed")
      service.clock.advance({ seconds: 60 })
      return (await door.post("/session/code", { ticket: begun.ticket, code: codeOf(of, service.clock.now()) })).status
    }
    expect(await signInWithCode(during, secret)).toBe(200)
    const lateConfirmed = await (await signedIn(during, late.id)).post("/second-factor/confirm", {
      sealed: lateBegun.sealed,
      code: codeOf(lateBegun.secret, during.clock.now()),
    })
    expect(lateConfirmed.status).toBe(200)

    // While the service runs, and again.
    const command = commandUnder(database.url, next, [secretKey])
    expect(await command.printed(Resealed, "secrets", "reseal")).toEqual({
      resealed: 1,
      current: 1,
      unopened: [],
      finished: true,
    })
    expect(await command.printed(Resealed, "secrets", "reseal")).toMatchObject({ resealed: 0, current: 2 })
    expect(await signInWithCode(during, secret)).toBe(200)
    await during.stop()

    expect(await outcomeUnder(database.url, secretKey)).toContain(other)
    const after = serviceUnderTest({ database, environment: { VINTEM_SECRET_KEY: next } })
    // Its clock starts again, and no code is valid twice.
    after.clock.advance({ seconds: 600 })
    expect(await signInWithCode(after, secret)).toBe(200)
    await after.stop()
  })

  it("names the user whose secret no key opens, and does not end the change before it is gone", async () => {
    const company = await commandUnder(database.url, next, []).vintem("company", "list")
    expect(company.outcome).toBe("done")
    const service = serviceUnderTest({ database, environment: { VINTEM_SECRET_KEY: next } })
    const { id } = await service.newCompany()
    const user = await somebodyWithPassword(service, "owner", id)
    await service.run(
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { newTotpSecret } = yield* AccessSecrets
        const credentials = Option.getOrThrow(yield* users.credentials(user.id))
        // Another user's secret in this user's row.
        const { sealed } = yield* newTotpSecret((yield* users.withSecondFactor(0, 1))[0] ?? user.id)
        yield* users.saveCredentials(user.id, {
          ...credentials,
          secondFactor: { secret: sealed, lastStep: 0, recovery: [] },
        })
      }),
    )
    await service.stop()
    const command = commandUnder(database.url, third, [next])
    const failed = await command.vintem("secrets", "reseal", "--json")
    expect(failed.outcome).toContain("could not be opened")
    expect(JSON.parse(failed.printed)).toEqual({ resealed: 2, current: 0, unopened: [user.id], finished: false })
    expect(await outcomeUnder(database.url, next, third)).toBe("done")
    expect((await command.vintem("user", "remove-second-factor", "--email", user.email)).outcome).toBe("done")
    expect((await command.vintem("secrets", "reseal")).printed).toContain("No secret is sealed under another key.")
    expect(await outcomeUnder(database.url, third)).toBe("done")
  })
})

describe("a second factor under a key that the service does not have", () => {
  it("is refused, and logged once, with its key's id and the variable for it", async () => {
    const service = serviceUnderTest()
    const { id } = await service.newCompany()
    const user = await somebodyWithPassword(service, "owner", id)
    await service.run(
      Effect.gen(function* () {
        const users = yield* UserRepository
        const credentials = Option.getOrThrow(yield* users.credentials(user.id))
        const secret = SealedSecret.make(`unknown1.${"A".repeat(64)}`)
        yield* users.saveCredentials(user.id, { ...credentials, secondFactor: { secret, lastStep: 0, recovery: [] } })
      }),
    )
    for (const code of ["123456", "654321"]) {
      const door = new Browser(service)
      const { ticket } = shown(State, await door.post("/session", { email: user.email, password })).data
      expect((await door.post("/session/code", { ticket, code })).status).toBe(422)
    }
    const warnings = service.log.filter((line) => line.includes("VINTEM_SECRET_KEY_OLD"))
    expect(warnings).toEqual([expect.stringContaining('"key":"unknown1"')])
  })
})

describe("an unfinished change of the secret key", () => {
  it("is remembered: both keys are needed, the first may come back, and no third key follows", async () => {
    expect(await outcomeUnder(began.url, secretKey)).toBe("done")
    // The new key is only read at first.
    expect(await outcomeUnder(began.url, secretKey, next)).toBe("done")
    expect(await outcomeUnder(began.url, secretKey)).toBe("done")
    expect(await outcomeUnder(began.url, next, secretKey)).toBe("done")
    const following = "refused: A change of this database's secret key was begun, but the new key is neither in"
    expect(await outcomeUnder(began.url, secretKey)).toContain(following)
    expect(await outcomeUnder(began.url, next)).toContain(other)
    expect(await outcomeUnder(began.url, third, secretKey, next)).toContain("is not finished")
    expect(await outcomeUnder(began.url, secretKey, next)).toBe("done")
    const back = commandUnder(began.url, secretKey, [next])
    expect(await back.printed(Resealed, "secrets", "reseal")).toMatchObject({ resealed: 0, finished: true })
    expect(await outcomeUnder(began.url, secretKey)).toBe("done")
    expect(await outcomeUnder(began.url, next)).toContain(other)
  })
})
