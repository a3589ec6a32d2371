/** The location of the service's data: the meaning of `DATABASE_URL`. */
import { urlsOfServers } from "@vintem/adapters"
import { Option, Redacted } from "effect"
import type { ValueKind } from "./value-kind.ts"

export type DatabaseLocation =
  /** `path` is as written: a relative one starts at the working directory. */
  | { readonly _tag: "sqlite_file"; readonly path: string }
  /** Gone when the process ends. */
  | { readonly _tag: "sqlite_memory" }
  /** The URL carries the password. It may name several servers: one of them takes writes. */
  | { readonly _tag: "postgres"; readonly url: Redacted.Redacted }

export const databaseLocationKind: ValueKind<DatabaseLocation> = {
  expected: "`sqlite:PATH`, `sqlite::memory:` or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`",
  isConfidential: true,
  parse: (text) => {
    if (text === "sqlite::memory:") return Option.some({ _tag: "sqlite_memory" })
    if (text.startsWith("sqlite:")) return sqliteFile(text.slice("sqlite:".length))
    return /^postgres(?:ql)?:\/\//iu.test(text) && urlsOfServers(text).every(isServer)
      ? Option.some({ _tag: "postgres", url: Redacted.make(text, { label: "database URL" }) })
      : Option.none()
  },
}

const isServer = (url: string, _: number, { length }: ReadonlyArray<string>): boolean =>
  URL.canParse(url) && (length === 1 || new URL(url).hostname !== "")

/** Refuses what reads as a host (`//data/x.db`) or as a misspelt `:memory:`: both would make a file in an unexpected place. */
const sqliteFile = (path: string): Option.Option<DatabaseLocation> =>
  path === "" || path.startsWith(":") || /^\/\/[^/]/u.test(path)
    ? Option.none()
    : Option.some({ _tag: "sqlite_file", path })
