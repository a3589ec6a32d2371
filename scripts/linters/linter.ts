import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * The program of a linter outside of the workspaces.
 *
 * @param name - of its package and, after it, the path of the program in there
 */
export const linter = (name: string): string => {
  const program = join(import.meta.dirname, "node_modules", name)
  if (!existsSync(program)) throw new Error(`${name} is not installed: run node scripts/ensure-installed.mjs --deep`)
  return program
}
