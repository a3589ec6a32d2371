/** The documented modules: all exports of the published packages, each sub-path as its own module. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The repository. */
export const root = join(import.meta.dirname, "..", "..")

export interface DocumentedModule {
  /** The imported name: `@vintem/domain/order`. */
  readonly name: string
  /** The installed name: `@vintem/domain`. */
  readonly packageName: string
  /** The file with its exports. */
  readonly entryPoint: string
  /** The folder of that name: the package's, or the sub-path's. */
  readonly folder: string
  /** The README of that folder; null if it has none. */
  readonly readme: string | null
}

/** Sorted by name. */
export const documentedModules = (): ReadonlyArray<DocumentedModule> =>
  globSync("packages/*/package.json", { cwd: root })
    .flatMap((file) => modulesOf(join(root, file)))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, { readonly source?: string }>>
}

const modulesOf = (file: string): ReadonlyArray<DocumentedModule> => {
  const manifest: Manifest = JSON.parse(readFileSync(file, "utf8"))
  if (manifest.private === true) return []
  return Object.entries(manifest.exports ?? {}).flatMap(([path, { source }]) => {
    if (source === undefined) return []
    const entryPoint = join(dirname(file), source)
    const folder = path === "." ? dirname(file) : dirname(entryPoint)
    const readme = join(folder, "README.md")
    return {
      name: `${manifest.name}${path.slice(1)}`,
      packageName: manifest.name,
      entryPoint,
      folder,
      readme: existsSync(readme) ? readme : null,
    }
  })
}
