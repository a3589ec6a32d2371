/**
 * The secret key of a sandbox on SQLite: created once next to the data, readable by its owner, and required afterwards.
 * With several processes: secret-key.deep.test.ts.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { afterAll, describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { secretKey } from "./database-under-test.ts"
import { runProgram } from "./spawned-program.ts"

const parent = mkdtempSync(join(tmpdir(), "vintem-secret-key-"))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** A data folder that the first command makes. */
const newFolder = () => join(mkdtempSync(join(parent, "run-")), "data")

const urlOf = (folder: string) => `sqlite:${join(folder, "vintem.db")}`
const keyFile = (folder: string) => join(folder, "secret-key")
const keptKey = (folder: string) => readFileSync(keyFile(folder), "utf8")
const filesIn = (folder: string) => readdirSync(folder).toSorted()

/** The outcome of a command that needs the key; `configured` is the environment's value for it. */
const outcomeOf = async (folder: string, configured = "") => {
  const command = commandLine({ url: urlOf(folder) }, { VINTEM_SECRET_KEY: configured })
  return (await command.vintem("company", "list")).outcome
}

const checkOf = (folder: string): unknown => {
  const database = new BetterSqlite(join(folder, "vintem.db"), { readonly: true })
  const check = database.prepare("select value from setting where name = 'secret_key_check'").pluck().get()
  database.close()
  return check
}

const another = Buffer.alloc(32, "another key").toString("base64")

const page = 'See docs/operations.md, "The secret key".'
const lost = (file: string) =>
  `The secret key of this database is missing: put ${file} back, or set VINTEM_SECRET_KEY to its content. ${page}`
const other = (source: string) =>
  `The secret key in ${source} is not this database's key: put that key back or, to change the key, set VINTEM_SECRET_KEY_OLD to it. ${page}`

describe("a sandbox on SQLite", () => {
  it("creates a key of 32 bytes next to its data at the first start, and uses it at the next", async () => {
    const folder = newFolder()
    expect(await outcomeOf(folder)).toBe("done")
    expect(filesIn(folder)).toEqual(["secret-key", "vintem.db"])
    const kept = keptKey(folder)
    expect(Buffer.from(kept.trim(), "base64")).toHaveLength(32)
    const check = checkOf(folder)
    expect(await outcomeOf(folder)).toBe("done")
    expect([keptKey(folder), checkOf(folder)]).toEqual([kept, check])
    expect(String(check)).not.toContain(kept.trim())
  })

  it("has one key if several commands begin at once, and no draft of another remains", async () => {
    const folder = newFolder()
    const ended = await Promise.all([outcomeOf(folder), outcomeOf(folder), outcomeOf(folder), outcomeOf(folder)])
    expect(ended).toEqual(ended.map(() => "done"))
    expect(filesIn(folder)).toEqual(["secret-key", "vintem.db"])
    expect(await outcomeOf(folder)).toBe("done")
  })

  it("works not without its first key, creates no other, and continues when it is back", async () => {
    const folder = newFolder()
    await outcomeOf(folder)
    const kept = keptKey(folder)
    rmSync(keyFile(folder))
    expect(await outcomeOf(folder)).toBe(`refused: ${lost(keyFile(folder))}`)
    expect(existsSync(keyFile(folder))).toBe(false)
    expect(await outcomeOf(folder, kept)).toBe("done")
    writeFileSync(keyFile(folder), kept)
    expect(await outcomeOf(folder)).toBe("done")
  })

  it("does not start without its key, and says in one line what to do", async () => {
    const folder = newFolder()
    await outcomeOf(folder)
    rmSync(keyFile(folder))
    const environment = { DATABASE_URL: urlOf(folder), PORT: "0" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder: parent, environment })
    expect([status, stdout, stderr]).toEqual([1, "", `${lost(keyFile(folder))}\n`])
  })

  it("refuses another key, in the file or in the environment", async () => {
    const folder = newFolder()
    await outcomeOf(folder)
    expect(await outcomeOf(folder, another)).toBe(`refused: ${other("VINTEM_SECRET_KEY")}`)
    writeFileSync(keyFile(folder), `${another}\n`)
    expect(await outcomeOf(folder)).toBe(`refused: ${other(keyFile(folder))}`)
  })

  it.each(["", "\n", "no base64 at all, but long enough to be a key", "AAAA"])(
    "refuses a file that holds no key, and leaves it unchanged: %j",
    async (text) => {
      const folder = newFolder()
      await outcomeOf(folder)
      writeFileSync(keyFile(folder), text)
      expect(await outcomeOf(folder)).toBe(
        `refused: ${keyFile(folder)} does not hold a secret key (base64 of at least 32 bytes): restore its content. ${page}`,
      )
      expect(keptKey(folder)).toBe(text)
    },
  )

  it("stores no key next to its data if one is configured, and needs that one from then on", async () => {
    const folder = newFolder()
    expect(await outcomeOf(folder, secretKey)).toBe("done")
    expect(filesIn(folder)).toEqual(["vintem.db"])
    expect(await outcomeOf(folder)).toBe(`refused: ${lost(keyFile(folder))}`)
    expect(await outcomeOf(folder, secretKey)).toBe("done")
  })

  it("copies its key too: the copy is used under it", async () => {
    const [from, to] = [newFolder(), newFolder()]
    await outcomeOf(from)
    await outcomeOf(to)
    for (const name of filesIn(to)) rmSync(join(to, name))
    const { outcome } = await commandLine({ url: urlOf(from) }).vintem("copy", "--from", urlOf(from), "--to", urlOf(to))
    expect(outcome).toBe("done")
    expect(await outcomeOf(to)).toBe(`refused: ${lost(keyFile(to))}`)
    copyFileSync(keyFile(from), keyFile(to))
    expect(await outcomeOf(to)).toBe("done")
  })

  it("can be checked without the key", async () => {
    const folder = newFolder()
    await outcomeOf(folder)
    rmSync(keyFile(folder))
    const check = commandLine({ url: urlOf(folder) }, { VINTEM_SECRET_KEY: "" })
    expect((await check.vintem("check")).outcome).toBe("done")
  })
})

describe("a sandbox in memory", () => {
  it("has a key of its own, and keeps none", async () => {
    const command = commandLine({ url: "sqlite::memory:" }, { VINTEM_SECRET_KEY: "" })
    expect((await command.vintem("company", "list")).outcome).toBe("done")
  })
})
