/**
 * What is documented: whatever the published packages export, each sub-path a module of its own.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The repository. */
export const root = join(import.meta.dirname, "..", "..")

export interface DocumentedModule {
  /** What a program imports: `@vintem/domain/order`. */
  readonly name: string
  /** What is installed for it: `@vintem/domain`. */
  readonly packageName: string
  /** The file its exports stand in. */
  readonly entryPoint: string
  /** The folder that name leads to: the package's, or the one of the sub-path. */
  readonly folder: string
  /** The README of that folder; null where it has none. */
  readonly readme: string | null
}

/** In order of name. */
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
