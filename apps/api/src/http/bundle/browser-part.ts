/**
 * The script and the style of pages, bundled from the sources of `apps/pay` or `apps/panel` with the first request of a page.
 *
 * The bundle is stored with the dependencies, with the hashes of its sources: a later start with the same sources uses it. Where that
 * folder cannot be written, each process bundles again.
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Option, Schema } from "effect"
import type { Metafile } from "esbuild"
import { leaveDescriptionsOut } from "./without-descriptions.ts"

export interface BrowserPart {
  readonly script: string
  readonly style: string
  /** The script's other files, by name: loaded at once, or when they are needed. The name changes with the bytes. */
  readonly chunks: Readonly<Record<string, string>>
  /** The names of those that are loaded at once. */
  readonly atOnce: ReadonlyArray<string>
  /** The names of those that `BrowserSources.next` is made of, but for those above; none where there is no such module. */
  readonly next: ReadonlyArray<string>
}

/** Of what it is made: where the script and the style begin, as modules are imported. */
export interface BrowserSources {
  /** Of the file in which it is kept. */
  readonly name: "pay" | "panel"
  readonly script: string
  readonly style: string
  /** A module that the script imports when it is needed, by its path in the repository. */
  readonly next?: string
}

const root = fileURLToPath(new URL("../../../../../", import.meta.url))
const kept = join(root, "node_modules", ".cache", "vintem")

/** Of spring 2022. Browsers of Android are brought up to date apart from the phone, those of older iPhones no further than that. */
const oldestBrowsers = ["chrome100", "safari15.4", "firefox100"]

/** What decides besides the sources: the bundler, and how it is used here. */
const otherInputs = ["esbuild/package.json", "./browser-part.ts", "./without-descriptions.ts"].map((name) =>
  fileURLToPath(import.meta.resolve(name)),
)

/** Inputs by their paths, from the root of the repository or whole, each with the hash of its bytes. */
const Kept = Schema.fromJsonString(
  Schema.Struct({
    inputs: Schema.Record(Schema.String, Schema.String),
    script: Schema.String,
    style: Schema.String,
    chunks: Schema.Record(Schema.String, Schema.String),
    atOnce: Schema.Array(Schema.String),
    next: Schema.Array(Schema.String),
  }),
)
type Kept = typeof Kept.Type

export const browserPart = Effect.fnUntraced(function* (sources: BrowserSources) {
  const file = join(kept, `${sources.name}.json`)
  const known = yield* Effect.option(Effect.tryPromise(() => readKept(file)))
  if (Option.isSome(known)) return known.value
  const made = yield* Effect.tryPromise(() => bundled(sources)).pipe(Effect.retry({ times: 2 }), Effect.orDie)
  yield* Effect.ignore(Effect.tryPromise(() => keep(file, made)))
  return made satisfies BrowserPart
})

const bundled = async ({ next, script, style }: BrowserSources): Promise<Kept> => {
  const { build } = await import("esbuild") // a start whose sources are the same does without
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      script: fileURLToPath(import.meta.resolve(script)),
      style: fileURLToPath(import.meta.resolve(style)),
    },
    outdir: "bundled",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    conditions: ["source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    target: oldestBrowsers,
    legalComments: "none",
    plugins: [leaveDescriptionsOut(join(root, "packages", "contract", "src"))],
    logLevel: "silent",
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const { "script.js": entry = "", "style.css": look = "", ...chunks } = Object.fromEntries(texts)
  const hashes = [...Object.keys(metafile.inputs), ...otherInputs].map(
    async (path) => [path, await hashOf(path)] as const,
  )
  const inputs = Object.fromEntries(await Promise.all(hashes))
  const parts = (kinds: ReadonlyArray<string>) => importedBy("bundled/script.js", metafile, kinds)
  const needed = parts(["import-statement", "dynamic-import"])
  const atOnce = parts(["import-statement"])
  const nextPart = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => next !== undefined && entryPoint === next,
  )
  const afterwards =
    nextPart === undefined ? [] : [basename(nextPart[0]), ...importedBy(nextPart[0], metafile, ["import-statement"])]
  return {
    inputs,
    script: entry,
    style: look,
    // What a library imports in a function that is never called is left out.
    chunks: Object.fromEntries(Object.entries(chunks).filter(([name]) => needed.includes(name))),
    atOnce,
    next: afterwards.filter((name) => !atOnce.includes(name)),
  }
}

/** What a part imports in one of these ways, and what that imports, each once. */
const importedBy = (
  part: string,
  { outputs }: Pick<Metafile, "outputs">,
  kinds: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const follow = (path: string): void => {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (!kinds.includes(kind) || found.has(imported)) continue
      found.add(imported)
      follow(imported)
    }
  }
  follow(part)
  return Array.from(found, (path) => basename(path))
}

/** Fails where anything it was made of has changed since. */
const readKept = async (file: string): Promise<BrowserPart> => {
  const found = Schema.decodeSync(Kept)(await readFile(file, "utf8"))
  const hashes = Object.entries(found.inputs).map(async ([path, hash]) => (await hashOf(path)) === hash)
  if ((await Promise.all(hashes)).includes(false)) throw new Error("The sources have changed.")
  return found
}

/** Under another name first: several processes may start at once. */
const keep = async (file: string, made: Kept): Promise<void> => {
  await mkdir(kept, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, Schema.encodeSync(Kept)(made))
  await rename(draft, file)
}

const hashOf = async (path: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(resolve(root, path)))
    .digest("base64url")
