import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ApiKeyView, CompanyView, DeadJobView, NewApiKeyView, SingleOrderResponse } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { JobQueue } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { Completions } from "effect/cli"
import { describe, expect, it, onTestFinished } from "vitest"
import { vintem as program } from "../src/cli/vintem.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix } from "./example-orders.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()

const { vintem, printed } = commandLine(database)
const service = serviceUnderTest({ database })

const newCompany = (...args: ReadonlyArray<string>) =>
  printed(CompanyView, "company", "create", "--name", "Loja do Terminal", ...args)

const newKey = (company: number) =>
  printed(NewApiKeyView, "api-key", "create", "--company", String(company), "--name", "terminal")

const CompanyList = Schema.Struct({ data: Schema.Array(CompanyView), total: Schema.Int })
const DeadJobs = Schema.Struct({ data: Schema.Array(DeadJobView), total: Schema.Int })
const KeyList = Schema.Struct({ data: Schema.Array(ApiKeyView), total: Schema.Int })

describe("vintem migrate", () => {
  it("says that it is done, however often it runs", async () => {
    expect(await vintem("migrate")).toMatchObject({ outcome: "done", printed: "The database is up to date." })
    expect(await vintem("migrate", "--json")).toMatchObject({ outcome: "done", printed: '{"migrated":true}' })
  })
})

describe("vintem company", () => {
  it("creates a company, and lists it first", async () => {
    const company = await newCompany("--document", "11.222.333/0001-81", "--city", "Campinas")
    expect(company).toMatchObject({ document: "11.222.333/0001-81", city: "Campinas", under_moderation: false })
    const { data, total } = await printed(CompanyList, "company", "list")
    expect(data[0]).toEqual(company)
    expect(total).toBe(data.length)
  })

  it("prints the result for people", async () => {
    const { printed } = await vintem("company", "create", "--name", "Loja de Gente")
    const [, id = ""] = /^Company ([0-9]+): Loja de Gente$/u.exec(printed) ?? []
    expect((await vintem("company", "list")).printed.split("\n")[0]).toBe(`${id}\tLoja de Gente`)
  })

  it("is listed by pages", async () => {
    await newCompany()
    expect((await printed(CompanyList, "company", "list", "--page", "99")).data).toEqual([])
  })
})

describe("vintem api-key", () => {
  it("shows a key once", async () => {
    const company = await newCompany()
    const { id, key } = await newKey(company.id)
    const listed = await vintem("api-key", "list", "--company", String(company.id), "--json")
    expect(listed.printed).not.toContain(key)
    expect(Schema.decodeSync(Schema.fromJsonString(KeyList))(listed.printed)).toMatchObject({
      total: 1,
      data: [{ id, name: "terminal", last_digits: key.slice(-4) }],
    })
  })

  it("revokes a key of that company", async () => {
    const [owner, other] = [await newCompany(), await newCompany()]
    const { id } = await newKey(owner.id)
    const revoke = (company: number) => vintem("api-key", "revoke", "--company", String(company), String(id))
    expect((await revoke(other.id)).outcome).toMatch(/^refused: /u)
    expect(await revoke(owner.id)).toMatchObject({ outcome: "done", printed: `API key ${id} is revoked.` })
    expect((await revoke(owner.id)).outcome).toMatch(/^refused: /u)
    expect((await printed(KeyList, "api-key", "list", "--company", String(owner.id))).total).toBe(0)
  })
})

describe("vintem jobs", () => {
  /** Adds a job to this file's database, and gives it up. */
  const giveUp = (company: number, name: string) =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      yield* queue.enqueue([
        {
          queue: "work",
          kind: "example",
          name,
          company: CompanyId.make(company),
          orderingKey: null,
          dueAt: instant(0),
          payload: "{}",
        },
      ])
      const [job] = yield* queue.claim({ queue: "work", lease: name, now: instant(1), until: instant(2), limit: 1 })
      if (job === undefined) return yield* Effect.die("the job was not claimed")
      yield* queue.settle(job.company, name, [{ _tag: "Dead", job: job.id, reason: "Failed", at: instant(0) }])
      return job.id
    }).pipe(service.run)

  it("lists work that was given up, and retries it", async () => {
    const { id: company } = await newCompany()
    const id = await giveUp(company, "expire:key")
    expect((await vintem("jobs", "dead")).printed).toBe(`${id}\t1969-12-31 21:00:00\texpire:key\tFailed\n1 of 1`)
    expect((await printed(DeadJobs, "jobs", "dead")).data).toMatchObject([{ id, company, name: "expire:key" }])
    expect(await vintem("jobs", "retry", String(id))).toMatchObject({
      outcome: "done",
      printed: `The next worker will run job ${id} again.`,
    })
    expect((await vintem("jobs", "dead")).printed).toBe("0 of 0")
    expect((await vintem("jobs", "retry", String(id))).outcome).toMatch(/^refused: /u)
  })
})

describe("vintem", () => {
  it.each([
    [["company", "list", "--page", "0"], "--page counts from 1."],
    [["company", "create", "--name", "Loja", "--document", "123"], "The document must be a valid CPF or CNPJ."],
    [["company", "create", "--name", ""], "The name field is required."],
    [["api-key", "create", "--company", "1", "--name", ""], "The name field is required."],
    [
      ["api-key", "create", "--company", "999999", "--name", "x"],
      "There is no company 999999. See them with: vintem company list",
    ],
    [["api-key", "list", "--company", "999999"], "There is no company 999999. See them with: vintem company list"],
    [["api-key", "revoke", "--company", "1", "999999"], "Company 1 has no API key 999999 to revoke."],
    [["api-key", "revoke", "--company", "1", "0"], "Company 1 has no API key 0 to revoke."],
    [["jobs", "dead", "--page", "0"], "--page counts from 1."],
    [
      ["jobs", "retry", "999999"],
      "There is no dead job 999999, or its work is already queued. List dead jobs with: vintem jobs dead",
    ],
    [
      ["jobs", "retry", "0"],
      "There is no dead job 0, or its work is already queued. List dead jobs with: vintem jobs dead",
    ],
  ])("refuses %j", async (args, message) => {
    expect(await vintem(...args)).toMatchObject({ outcome: `refused: ${message}`, printed: "" })
  })

  it.each([
    [[]],
    [["company"]],
    [["unknown"]],
    [["company", "create"]],
    [["company", "list", "--page", "one"]],
    [["api-key", "create", "--company", "0", "--name", "x"]],
    [["api-key", "create", "--name", "x"]],
    [["api-key", "revoke", "--company", "1", "one"]],
    [["api-key", "revoke", "--company", "1"]],
    [["jobs", "retry"]],
    [["jobs", "retry", "one"]],
    [["jobs", "retry", "1.5"]],
    [["jobs", "retry", "9999999999999999"]],
    [["serve", "--unknown"]],
    [["export", "orders", "--form", "2026-11-19", "--to", "2026-11-19"]],
    [["export", "orders", "--from", "2026-11-19", "--to", "2026-11-19", "--company", "one"]],
    [["export", "orders", "--from", "2026-11-19", "--to", "2026-11-19", "--company", "0"]],
    [["export", "orders", "--from", "2026-11-19", "--to", "2026-11-19", "--json=maybe"]],
  ])("does not understand %j, and says so on standard error alone", async (args) => {
    const { outcome, printed, said } = await vintem(...args)
    expect([outcome, printed]).toEqual(["not understood", ""])
    expect(said).toContain("USAGE")
    expect(said).not.toMatch(/finite|representing/u)
  })

  it.each([
    [["company", "list", "--page", "one"], 'Invalid value for flag --page: "one". Expected: a whole number, such as 7'],
    [
      ["api-key", "list", "--company", "one"],
      'Invalid value for flag --company: "one". Expected: the id of a company, such as 7',
    ],
    [["jobs", "retry", "one"], 'Invalid value for argument <id>: "one". Expected: a whole number, such as 7'],
  ])("names the expected value for %j", async (args, sentence) => {
    expect((await vintem(...args)).said).toContain(sentence)
  })

  it.each([["--help"], ["export", "orders", "--help"], ["--version"]])(
    "answers to %s %s %s on standard output",
    async (...args) => {
      const { outcome, printed, said } = await vintem(...args)
      expect([outcome, said]).toEqual(["done", ""])
      expect(printed).toMatch(/USAGE|vintem v\d/u)
    },
  )
})

describe("every command", () => {
  const leaves = (
    { flags, name, subcommands }: Completions.CommandDescriptor,
    before: ReadonlyArray<string> = [],
  ): ReadonlyArray<{ readonly path: string; readonly flags: ReadonlyArray<string> }> =>
    subcommands.length === 0
      ? [{ path: [...before, name].join(" "), flags: flags.map((flag) => flag.name) }]
      : subcommands.flatMap((one) => leaves(one, [...before, name]))
  const commands = leaves(Completions.fromCommand(program))

  it("has --json", () => {
    expect(commands.length).toBeGreaterThan(15)
    expect(commands.filter(({ flags }) => !flags.includes("json"))).toEqual([])
  })

  it.each(["bash", "zsh", "fish"])("is completed by %s", async (shell) => {
    const { outcome, printed } = await vintem("--completions", shell)
    expect(outcome).toBe("done")
    for (const { path } of commands) expect(printed).toContain(path.split(" ").at(-1))
  })

  it("is completed in bash", async () => {
    const { printed } = await vintem("--completions", "bash")
    const asked = (...words: ReadonlyArray<string>) => {
      const typed = words.map((word) => `'${word}'`).join(" ")
      const script = `${printed}
COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; COMP_LINE="\${COMP_WORDS[*]}"; COMP_POINT=\${#COMP_LINE}
_vintem; printf '%s\n' "\${COMPREPLY[@]}"`
      return execFileSync("bash", ["-c", script], { encoding: "utf8" })
        .split("\n")
        .filter((one) => one !== "")
    }
    expect(asked("vintem", "sta")).toEqual(["status"])
    expect(asked("vintem", "api-key", "r")).toEqual(["revoke"])
    expect(asked("vintem", "backup", "--t")).toEqual(["--to"])
  })
})

describe("vintem backup", () => {
  it("names source and target, and that it only copies the database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vintem-backup-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [from, to] = [join(folder, "vintem.db"), join(folder, "copy.db")]
    const onFile = commandLine({ url: `sqlite:${from}` })
    expect((await onFile.vintem("backup", "--to", to)).outcome).toBe(
      `refused: ${from} is not a database of this service.`,
    )
    expect((await onFile.vintem("migrate")).outcome).toBe("done")
    const made = await onFile.vintem("backup", "--to", to)
    expect([made.outcome, made.printed]).toEqual([
      "done",
      expect.stringMatching(
        /copy\.db has everything that was committed until \d{4}-\S+Z \(\d\.\d MB\)\. It does not contain the secret key/u,
      ),
    ])
    expect((await onFile.vintem("backup", "--to", to)).outcome).toBe(
      `refused: ${to} already exists, and was not overwritten. Move it away, or name another file.`,
    )
    expect((await onFile.vintem("backup", "--to", join(folder, "none", "copy.db"))).outcome).toBe(
      `refused: There is no folder ${join(folder, "none")}: create it, or name a file in another.`,
    )
    const place = join(folder, "restored", "vintem.db")
    const restored = await commandLine({ url: `sqlite:${place}` }).vintem("restore", "--from", to)
    expect([restored.outcome, restored.printed]).toEqual([
      "done",
      expect.stringContaining(`${place} is restored from ${to}`),
    ])
    expect((await commandLine({ url: "sqlite::memory:" }).vintem("backup", "--to", to)).outcome).toMatch(
      /^refused: DATABASE_URL names a database in memory/u,
    )
    expect((await commandLine({ url: "postgres://localhost/none" }).vintem("backup", "--to", to)).outcome).toMatch(
      /^refused: DATABASE_URL names PostgreSQL: use pg_basebackup/u,
    )
  })
})

describe("vintem charges", () => {
  it("finds no charge unknown if the books are in the database, from the backup or from a given time", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vintem-charges-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [from, to, place] = [join(folder, "vintem.db"), join(folder, "copy.db"), join(folder, "restored.db")]
    const before = commandLine({ url: `sqlite:${from}` })
    expect((await before.vintem("migrate")).outcome).toBe("done")
    expect((await before.vintem("charges", "unknown")).outcome).toBe(
      "refused: This database was not restored by vintem restore: use --since to say where the comparison begins.",
    )
    expect(await before.vintem("charges", "unknown", "--since", "2026-11-21T15:00:00Z")).toMatchObject({
      outcome: "done",
      printed: "0 of 0 charges since 2026-11-21T15:00:00.000Z are in no order; none of them has money.",
    })
    for (const since of ["2026-11-21", "yesterday", "2026-11-21T15:00:00-03:00", "2026-13-21T15:00:00Z"]) {
      expect((await before.vintem("charges", "unknown", "--since", since)).outcome).toBe("not understood")
    }
    const { at } = await before.printed(Schema.Struct({ at: Schema.String }), "backup", "--to", to)
    const restored = commandLine({ url: `sqlite:${place}` })
    await restored.vintem("restore", "--from", to)
    const Compared = Schema.Struct({ charges: Schema.Array(Schema.Unknown), since: Schema.String, listed: Schema.Int })
    expect(await restored.printed(Compared, "charges", "unknown")).toEqual({
      charges: [],
      since: new Date(Date.parse(at) - 3_600_000).toISOString(),
      listed: 0,
    })
    expect((await restored.vintem("charges", "return", "0".repeat(32))).outcome).toMatch(
      /^refused: Nothing was refunded: 0{32} is in an order, or not in the acquirer's list since /u,
    )
    expect((await restored.vintem("charges", "return")).outcome).toBe("not understood")
  })

  it("refunds only after the user has seen the amount and the possible owners, and said yes", async () => {
    const lost = await newDatabase()
    const shop = serviceUnderTest({ database: lost })
    const { answered, vintem } = commandLine(lost, {}, shop.clock)
    const company = await shop.newCompany()
    for (const body of [byCard(), byCard(), byPix()]) await company.post("/api/v1/order/single", body)
    const booked = await lost.query("select key from simulated.charge order by key")
    const keys = booked.map(({ key }) => String(key))
    await lost.execute("delete from order_attempt")
    const [since, returning] = [
      ["--since", "2026-01-01T00:00:00Z"],
      ["charges", "return", ...keys],
    ]
    const what =
      "3 charges: 2 refunds of R$ 379.60 and 1 void of R$ 189.80. If another service or environment shares this account at " +
      "the acquirer, its charges look the same: compare their order numbers first."
    expect((await vintem(...returning, ...since)).outcome).toBe(
      `refused: Nothing was refunded. ${what} Repeat it with --yes.`,
    )
    for (const line of ["", "no", "y"]) {
      const { outcome, said } = await answered(line, ...returning, ...since)
      expect([outcome, said]).toEqual(["refused: Nothing was refunded.", `${what}\nType yes to continue.`])
    }
    expect((await vintem("charges", "unknown", ...since)).outcome).toContain("3 of them with money")
    // The outcome depends on whether the books in the database are writable.
    const asked = expect.stringMatching(/^(.+\t18980\t.+\n?){3}$/u)
    expect(await answered("yes", ...returning, ...since)).toMatchObject({ printed: asked })
    expect(await vintem(...returning, ...since, "--yes")).toMatchObject({ printed: expect.stringContaining("\t") })
  })

  it("says that the list is incomplete if the acquirer does not answer", async () => {
    const gateway = { VINTEM_GATEWAY_URL: "http://127.0.0.1:9", VINTEM_GATEWAY_SECRET: "s".repeat(32) }
    const ended = await commandLine(database, gateway).vintem("charges", "unknown", "--since", "2026-11-21T15:00:00Z")
    expect(ended.outcome).toMatch(/^refused: The acquirer's list was cut off \(no connection: /u)
  })
})

describe("vintem check", () => {
  it("finds nothing wrong in the service's own data, while it is in use, and names what plain SQL changed", async () => {
    const company = await service.newCompany()
    const placed = await company.post("/api/v1/order/single", byCard())
    const { order_number: number } = shown(SingleOrderResponse, placed).data
    expect(await vintem("check")).toMatchObject({
      outcome: "done",
      printed: expect.stringMatching(/^No breach in 1 order, /u),
    })
    await database.execute(`update orders set version = version + 1 where number = '${number}'`)
    expect(await vintem("check")).toMatchObject({
      outcome: expect.stringMatching(/^refused: 1 breach in 1 order, /u),
      printed: `${number}\tversion: stored 4, folded 3`,
    })
  })

  it("checks no database of another version, and none that is missing", async () => {
    await database.execute("insert into kysely_migration values ('9999-later', '2027-01-01')")
    expect((await vintem("check")).outcome).toBe("unavailable: corrupt")
    await database.execute("delete from kysely_migration where name = '9999-later'")
    await database.execute("delete from kysely_migration where name = '0001-schema'")
    expect((await vintem("check")).outcome).toMatch(/^refused: The database is not up to date/u)
    await database.execute("insert into kysely_migration values ('0001-schema', '2027-01-01')")
  })
})

describe("an unfinished copy", () => {
  it.each([
    ["check"],
    ["status"],
    ["charges", "unknown"],
    ["company", "list"],
    ["company", "create", "--name", "Loja"],
    ["migrate"],
  ])("is refused by %s %s", async (...args) => {
    const record = { source: "another", marks: {}, place: { table: "orders", after: [1], rows: 1 } }
    await database.execute(`insert into setting (name, value) values ('copy', '${JSON.stringify(record)}')`)
    const { outcome, printed } = await vintem(...args)
    await database.execute("delete from setting where name = 'copy'")
    expect([outcome, printed]).toEqual([
      "refused: The database is a copy that stopped at orders: resume the same vintem copy, or use its source.",
      "",
    ])
  })
})
