// The folder where runs of several packages leave their failures, for the command that started them.
import { join } from "node:path"

/** One file per package with failed tests; the folder is created at the first failure. */
export const failuresFolder = (root: string): string => join(root, "node_modules", ".cache", "vintem", "failures")
