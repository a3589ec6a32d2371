import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * The program of a linter outside of the workspaces.
 *
 * @param name - of its package, followed by the program's path within it
 */
export const linter = (name: string): string => {
  const program = join(import.meta.dirname, "node_modules", name)
  if (!existsSync(program)) throw new Error(`${name} is not installed: run node scripts/ensure-installed.mjs --deep`)
  return program
}
