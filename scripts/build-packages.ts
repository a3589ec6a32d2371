// Builds each package's published files: ESM with types and source maps in its `dist`, and the license.
import { spawnSync } from "node:child_process"
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { declarePure } from "./pure-declarations.ts"

const root = join(import.meta.dirname, "..")

/** The published folders in `packages`, each as `@vintem/` and its name. */
export const published = ["domain", "testing", "application", "adapters", "contract"] as const

/** The ones that a browser can run. */
const bundled = ["domain", "contract"] as const

/**
 * Builds every published package in the order of their dependencies. Starts from nothing each time: a file from a
 * deleted source would be published too.
 *
 * @returns true if all of them compile; the compiler prints the errors
 */
export const buildPackages = (): boolean => {
  for (const name of published) rmSync(join(root, "packages", name, "dist"), { recursive: true, force: true })
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const projects = published.map((name) => join(root, "packages", name, "tsconfig.build.json"))
  if (spawnSync(process.execPath, [tsc, "--build", ...projects], { stdio: "inherit" }).status !== 0) return false
  for (const name of bundled) declareAllPure(join(root, "packages", name, "dist"))
  // The license requires that its text comes with every package.
  for (const name of published) copyFileSync(join(root, "LICENSE"), join(root, "packages", name, "LICENSE"))
  return true
}

const declareAllPure = (dist: string): void => {
  for (const file of globSync("**/*.js", { cwd: dist }).map((name) => join(dist, name))) {
    const built = { code: readFileSync(file, "utf8"), map: readFileSync(`${file}.map`, "utf8") }
    const { code, map } = declarePure(built)
    writeFileSync(file, code)
    writeFileSync(`${file}.map`, map)
  }
}
