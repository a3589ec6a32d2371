/**
 * The script and the style of pages, as `npm run pages` built them of `apps/pay` or `apps/panel` (tools/pages). The service bundles nothing.
 *
 * @see docs/decisions/engineering.md#0352
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { BuiltPages as Written } from "@vintem/pages"
import { Effect, Schema } from "effect"

/** The app whose pages they are. */
export type PagesOf = "pay" | "panel"

export interface BuiltPages {
  readonly script: string
  readonly style: string
  /** The script's other files by name, each with its text. */
  readonly chunks: ReadonlyMap<string, string>
  /** The names of those that are loaded at once. */
  readonly atOnce: ReadonlyArray<string>
  /** The names of those that come next once somebody is signed in. */
  readonly next: ReadonlyArray<string>
}

/** The files are not there, or not whole: somebody has to build them. */
export class PagesNotBuilt extends Schema.TaggedError<PagesNotBuilt>()("PagesNotBuilt", { folder: Schema.String }) {}

const Names = Schema.fromJsonString(
  Schema.Struct({
    chunks: Schema.Array(Schema.String),
    atOnce: Schema.Array(Schema.String),
    next: Schema.Array(Schema.String),
  } satisfies Record<keyof Written, Schema.Top>),
)

/** Reads all files of an app at once, so that they are of one build. */
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

/** Fails if pages of an app are not built, which a start says before it does anything else. */
export const pagesAreBuilt = Effect.asVoid(Effect.all([builtPages("pay"), builtPages("panel")]))
