// Where the runs of several packages leave what failed, for the command that started them all.
import { join } from "node:path"

/** One file a package whose tests failed; the folder is made when the first of them fails. */
export const failuresFolder = (root: string): string => join(root, "node_modules", ".cache", "vintem", "failures")
