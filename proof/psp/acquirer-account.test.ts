// `vintem acquirer-account` at an institution: accounts are stored sealed, tried, rotated, sealed under another secret
// key and removed, and their secrets are shown nowhere.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commandLine } from "@vintem/api/test/command-line.ts"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type FakeInstitution, newIdentities, startFakeInstitution } from "./fake-institution.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-account-"))
const url = `sqlite:${join(folder, "vintem.db")}`
const keyOf = (name: string) => Buffer.alloc(32, name).toString("base64")
const [first, second] = [keyOf("the first key"), keyOf("the second key")]

const vintemUnder = (current: string, former = "") =>
  commandLine({ url }, { VINTEM_SECRET_KEY: current, VINTEM_SECRET_KEY_OLD: former })

/** Everything that a command of this file printed. */
const printed: Array<string> = []

const vintem = async (...args: ReadonlyArray<string>) => {
  const ended = await vintemUnder(first).vintem(...args)
  printed.push(ended.printed, ended.said, ended.outcome)
  return ended
}

const fileOf = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const Listed = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ name: Schema.String, company: Schema.NullOr(Schema.Int), profile: Schema.String }),
  ),
})
const Checked = Schema.Struct({ verdict: Schema.String, ready: Schema.Boolean })
const Resealed = Schema.Struct({ resealed: Schema.Int, current: Schema.Int, finished: Schema.Boolean })

describe("vintem acquirer-account", () => {
  const identities = newIdentities()
  const other = newIdentities().client
  let institution: FakeInstitution
  let terms: ReadonlyArray<string> = []
  let secrets: ReadonlyArray<string> = []

  beforeAll(async () => {
    institution = await startFakeInstitution({ identities })
    const { baseUrl, tokenUrl, ca, client, clientId, clientSecret, pixKey } = institution
    terms = [
      ["--base-url", baseUrl],
      ["--token-url", tokenUrl],
      ["--ca", fileOf("ca.pem", ca)],
      ["--client-id", clientId],
      ["--client-secret", fileOf("secret", `${clientSecret}\n`)],
      ["--certificate", fileOf("client.pem", client.chain)],
      ["--key", fileOf("client.key", client.key)],
      ["--pix-key", pixKey],
    ].flat()
    secrets = [clientId, clientSecret, pixKey, client.key.split("\n")[1] ?? "", client.chain.split("\n")[1] ?? ""]
    fileOf("other.key", other.key)
  })

  afterAll(async () => {
    await institution.close()
    rmSync(folder, { recursive: true })
  })

  it("refuses every fault of an account at once, before it is stored", async () => {
    const wrong = terms
      .map((term) => (term === institution.baseUrl ? "http://banco.example" : term))
      .map((term) => (term === institution.pixKey ? "minha chave" : term))
      .map((term) => (term.endsWith("client.key") ? join(folder, "other.key") : term))
    const { outcome } = await vintem("acquirer-account", "add", "Banco", ...wrong)
    expect(outcome).toContain("refused: A name has 1 to 40")
    expect(outcome).toContain("--base-url is no https URL")
    expect(outcome).toContain("The Pix key is no CPF")
    expect(outcome).toContain("The key is not the certificate's key.")
    expect((await vintem("acquirer-account", "list")).printed).toBe("No accounts.")
  })

  it("stores an account, and says whether it can charge", async () => {
    expect((await vintem("acquirer-account", "add", "banco", ...terms)).outcome).toBe("done")
    expect((await vintem("acquirer-account", "add", "banco", ...terms)).outcome).toContain("already")
    const checked = await vintem("acquirer-account", "check", "banco")
    expect(checked).toMatchObject({ outcome: "done", printed: expect.stringContaining("The account is ready") })
    const statuses = [...institution.ledger.charges.values()].map(({ status }) => status)
    expect(statuses).toEqual(["REMOVIDA_PELO_USUARIO_RECEBEDOR"])
  })

  it("keeps the accounts of a company apart from the shared ones", async () => {
    expect((await vintem("company", "create", "--name", "Padaria")).outcome).toBe("done")
    const own = await vintem("acquirer-account", "add", "banco", "--company", "1", "--profile", "efi", ...terms)
    expect(own.outcome).toBe("done")
    expect((await vintem("acquirer-account", "add", "banco", "--company", "9", ...terms)).outcome).toContain(
      "There is no company 9",
    )
    const command = vintemUnder(first)
    expect((await command.printed(Listed, "acquirer-account", "list", "--company", "1")).data).toEqual([
      { name: "banco", company: 1, profile: "efi" },
    ])
    expect((await command.printed(Listed, "acquirer-account", "list")).data).toEqual([
      { name: "banco", company: null, profile: "standard" },
    ])
  })

  it("replaces one credential, and says what is wrong with it", async () => {
    const secret = fileOf("wrong", "another")
    const rotate = (...given: ReadonlyArray<string>) => vintem("acquirer-account", "rotate", "banco", ...given)
    expect((await rotate()).outcome).toContain("Name at least one credential")
    expect((await rotate("--key", join(folder, "other.key"))).outcome).toBe(
      "refused: The key is not the certificate's key.",
    )
    expect((await rotate("--client-secret", secret)).outcome).toBe("done")
    const failed = await vintem("acquirer-account", "check", "banco")
    expect(failed.outcome).toBe("attention: The account banco cannot charge.")
    expect(failed.printed).toContain("does not accept the client")
    expect((await rotate("--client-secret", join(folder, "secret"))).outcome).toBe("done")
    expect((await vintem("acquirer-account", "check", "banco")).outcome).toBe("done")
  })

  it("records who changed which account, in the log of its owner", async () => {
    const logged = (await vintem("audit", "list", "--json")).printed
    for (const action of ["account.create", "account.rotate"]) expect(logged).toContain(action)
  })

  it("shows a secret nowhere, and stores none readable", async () => {
    const stored = readdirSync(folder)
      .filter((name) => name.startsWith("vintem.db"))
      .map((name) => readFileSync(join(folder, name), "latin1"))
    expect(printed.join("\n")).toContain("banco")
    expect(stored.join("\n")).toContain(institution.baseUrl)
    for (const secret of secrets) {
      expect(secret).not.toBe("")
      expect(printed.join("\n")).not.toContain(secret)
      expect(stored.join("\n")).not.toContain(secret)
    }
  })

  it("works on after the secret key was changed", async () => {
    const during = vintemUnder(second, first)
    expect(await during.printed(Checked, "acquirer-account", "check", "banco")).toEqual({
      verdict: "ready",
      ready: true,
    })
    expect(await during.printed(Resealed, "secrets", "reseal")).toEqual({ resealed: 2, current: 0, finished: true })
    expect(await during.printed(Resealed, "secrets", "reseal")).toEqual({ resealed: 0, current: 2, finished: true })
    const after = vintemUnder(second)
    expect(await after.printed(Checked, "acquirer-account", "check", "banco")).toEqual({
      verdict: "ready",
      ready: true,
    })
    expect((await after.vintem("acquirer-account", "remove", "banco")).outcome).toBe("done")
    expect((await after.vintem("acquirer-account", "check", "banco")).outcome).toContain("There is no account banco")
    const own = await after.printed(Listed, "acquirer-account", "list", "--company", "1")
    expect(own.data).toHaveLength(1)
  })
})
