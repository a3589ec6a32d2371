/**
 * Builds the pages' files: the script and the style of `apps/pay` and of `apps/panel`, each in the `dist` of its app.
 *
 * `built.json` names the files, and has the hashes of the sources: unchanged apps are not built again. It is written
 * last, so a service that starts meanwhile finds the earlier files or the new ones.
 */
import { hash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { Metafile } from "esbuild"
import { leaveDescriptionsOut } from "./without-descriptions.ts"

/** The file `built.json`, without the hashes. The script and the style are `script.js` and `style.css`. */
export interface BuiltPages {
  /** The script's other files, loaded at once or on demand. The name changes with the bytes. */
  readonly chunks: ReadonlyArray<string>
  /** The files that are loaded at once. */
  readonly atOnce: ReadonlyArray<string>
  /** The files of the app's `next` module, without those above; none if it has no such module. */
  readonly next: ReadonlyArray<string>
}

interface App {
  readonly name: "pay" | "panel"
  readonly script: string
  readonly style: string
  /** A module that the script imports on demand, by its path in the repository. */
  readonly next?: string
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Vitest, which loads this too, knows no `import.meta.resolve`. */
const require = createRequire(import.meta.url)

const apps: ReadonlyArray<App> = [
  { name: "pay", script: require.resolve("@vintem/pay/browser"), style: require.resolve("@vintem/pay/style") },
  {
    name: "panel",
    script: require.resolve("@vintem/panel/browser"),
    style: require.resolve("@vintem/panel/style"),
    next: "apps/panel/browser/shell/frame.tsx",
  },
]

/** Spring 2022. Android's browsers are updated apart from the phone; older iPhones' are not updated any more. */
const oldestBrowsers = ["chrome100", "safari15.4", "firefox100"]

/** The entry files, by esbuild's names. */
const entries = ["script.js", "style.css"]

/** Inputs besides the sources: the bundler, and its options. */
const otherInputs = ["esbuild/package.json", "./build-pages.ts", "./without-descriptions.ts"].map((name) =>
  require.resolve(name),
)

/** Builds what is missing or outdated. */
export const buildPages = async (): Promise<void> => {
  await Promise.all(apps.map(buildApp))
}

const buildApp = async (app: App): Promise<void> => {
  const folder = join(root, "apps", app.name, "dist")
  if (isUpToDate(folder)) return
  const { files, inputs, ...built } = await bundled(app)
  await mkdir(folder, { recursive: true })
  for (const [name, text] of files) await replace(join(folder, name), text)
  await replace(join(folder, "built.json"), JSON.stringify({ ...(built satisfies BuiltPages), inputs }))
  const gone = (await readdir(folder)).filter((file) => file.endsWith(".js") && !files.has(file))
  for (const file of gone) await rm(join(folder, file), { force: true })
}

interface Bundled extends BuiltPages {
  readonly files: ReadonlyMap<string, string>
  /** Inputs by path, from the repository's root or absolute, each with the hash of its bytes. */
  readonly inputs: Readonly<Record<string, string>>
}

const bundled = async ({ next, script, style }: App): Promise<Bundled> => {
  const { build } = await import("esbuild") // loaded only if something has to be built
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { script, style },
    outdir: "bundled",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    conditions: ["vintem-source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    target: oldestBrowsers,
    legalComments: "none",
    plugins: [leaveDescriptionsOut(join(root, "packages", "contract", "src"))],
    logLevel: "silent",
  })
  const inputs = [...Object.keys(metafile.inputs), ...otherInputs].map((path) => [path, hashOf(path)] as const)
  const parts = (kinds: ReadonlyArray<string>) => importedBy("bundled/script.js", metafile, kinds)
  // A library may import a module in a function that is never called: such a chunk is left out.
  const chunks = parts(["import-statement", "dynamic-import"])
  const atOnce = parts(["import-statement"])
  const nextPart = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => next !== undefined && entryPoint === next,
  )
  const afterwards =
    nextPart === undefined ? [] : [basename(nextPart[0]), ...importedBy(nextPart[0], metafile, ["import-statement"])]
  const served = new Set([...entries, ...chunks])
  return {
    files: new Map(
      outputFiles.map(({ path, text }) => [basename(path), text] as const).filter(([file]) => served.has(file)),
    ),
    inputs: Object.fromEntries(inputs),
    chunks,
    atOnce,
    next: afterwards.filter((file) => !atOnce.includes(file)),
  }
}

/** The direct and indirect imports of a part in one of these ways, each once. */
const importedBy = (part: string, { outputs }: Metafile, kinds: ReadonlyArray<string>): ReadonlyArray<string> => {
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

/** True if all files are there, and the inputs have unchanged hashes. */
const isUpToDate = (folder: string): boolean => {
  try {
    const { chunks, inputs }: Omit<Bundled, "files"> = JSON.parse(readFileSync(join(folder, "built.json"), "utf8"))
    return (
      [...entries, ...chunks].every((file) => existsSync(join(folder, file))) &&
      Object.entries(inputs).every(([path, known]) => hashOf(path) === known)
    )
  } catch {
    return false // Nothing was built yet, or an input is gone.
  }
}

/** Written under another name first, so that two builds at once leave whole files. */
const replace = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text)
  await rename(draft, file)
}

/** Read synchronously: a thousand small files come sooner than by promises. */
const hashOf = (path: string): string => hash("sha256", readFileSync(resolve(root, path)), "base64url")
