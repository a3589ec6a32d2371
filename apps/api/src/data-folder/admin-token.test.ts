import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { afterAll } from "vitest"
import { adminToken, findAdminToken } from "./admin-token.ts"

const parent = mkdtempSync(join(tmpdir(), "vintem-admin-token-"))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** A sandbox without a configured token, and the file that keeps its token. */
const sandbox = () => {
  const folder = mkdtempSync(join(parent, "data-"))
  const database = { _tag: "sqlite_file", path: join(folder, "vintem.db") } as const
  return { settings: { adminToken: Option.none(), database }, file: join(folder, "admin-token") }
}

describe("the token of a sandbox", () => {
  it.effect("is generated once, and its file holds it", () =>
    Effect.gen(function* () {
      const { file, settings } = sandbox()
      expect(yield* findAdminToken(settings)).toEqual(Option.none())
      const token = yield* adminToken(settings)
      expect(Redacted.value(token)).toBe(readFileSync(file, "utf8").trim())
      expect(yield* adminToken(settings)).toEqual(token)
      expect(yield* findAdminToken(settings)).toEqual(Option.some(token))
    }),
  )

  it.effect.each(["", "\n", "two words"])("is refused if its file holds %j, which an empty bearer might open", (text) =>
    Effect.gen(function* () {
      const { file, settings } = sandbox()
      writeFileSync(file, text)
      const refused = { _tag: "AdminTokenUnusable", file }
      expect(yield* Effect.flip(adminToken(settings))).toMatchObject(refused)
      expect(yield* Effect.flip(findAdminToken(settings))).toMatchObject(refused)
      expect(readFileSync(file, "utf8")).toBe(text)
    }),
  )
})
