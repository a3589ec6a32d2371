/**
 * The scripts and styles of the pages, built by `npm run pages` from `apps/pay` and `apps/panel` (tools/pages). The
 * service bundles nothing.
 *
 * @see docs/decisions/engineering.md#0352
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { BuiltPages as Written } from "@vintem/pages"
import { Effect, Schema } from "effect"

/** The app that the pages belong to. */
export type PagesOf = "pay" | "panel"

export interface BuiltPages {
  readonly script: string
  readonly style: string
  /** Texts of the script's other files, by name. */
  readonly chunks: ReadonlyMap<string, string>
  /** Names of the files that every visit loads at once. */
  readonly atOnce: ReadonlyArray<string>
  /** Names of the files to load next, once the user is signed in. */
  readonly next: ReadonlyArray<string>
}

/** Files are missing or incomplete: build them. */
export class PagesNotBuilt extends Schema.TaggedError<PagesNotBuilt>()("PagesNotBuilt", { folder: Schema.String }) {}

const Names = Schema.fromJsonString(
  Schema.Struct({
    chunks: Schema.Array(Schema.String),
    atOnce: Schema.Array(Schema.String),
    next: Schema.Array(Schema.String),
  } satisfies Record<keyof Written, Schema.Top>),
)

/** Reads all files of an app at once, so that they belong to one build. */
export const builtPages = Effect.fnUntraced(function* (app: PagesOf) {
  const folder = new URL(`../../../../${app}/dist/`, import.meta.url)
  const read = (name: string) => Effect.tryPromise(() => readFile(new URL(name, folder), "utf8"))
  return yield* Effect.gen(function* () {
    const { atOnce, chunks, next } = yield* Effect.flatMap(read("built.json"), Schema.decodeEffect(Names))
    const files = yield* Effect.forEach(
      ["script.js", "style.css", ...chunks],
      (name) => Effect.map(read(name), (text) => [name, text] as const),
      { concurrency: "unbounded" },
    )
    const { "script.js": script = "", "style.css": style = "", ...others } = Object.fromEntries(files)
    return { script, style, chunks: new Map(Object.entries(others)), atOnce, next } satisfies BuiltPages
  }).pipe(Effect.mapError(() => new PagesNotBuilt({ folder: fileURLToPath(folder) })))
})

/** Fails if an app's pages are not built. A start checks this first. */
export const pagesAreBuilt = Effect.asVoid(Effect.all([builtPages("pay"), builtPages("panel")]))
