// Makes what is published of each package: ESM with types and source maps in its `dist`.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The folders in `packages` that are published, each as `@vintem/` and its name. */
export const published = ["domain", "application", "adapters", "contract"] as const

/**
 * Builds every published package, those first that others need. Made from nothing each time: a file left over from a source
 * that is gone would be published with the rest.
 *
 * @returns whether all of them compile; the compiler prints what does not
 */
export const buildPackages = (): boolean => {
  for (const name of published) rmSync(join(root, "packages", name, "dist"), { recursive: true, force: true })
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const projects = published.map((name) => join(root, "packages", name, "tsconfig.build.json"))
  return spawnSync(process.execPath, [tsc, "--build", ...projects], { stdio: "inherit" }).status === 0
}
