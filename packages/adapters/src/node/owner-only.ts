/**
 * Keeps files to the user who owns them: what is stored names people, and what lies beside it opens doors. Windows has no such modes
 * and inherits the rights of the folder: there nothing is done.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs"

/** Read and written by the owner, and by nobody else. */
export const ownerOnlyFileMode = 0o600

/** Entered, read and written by the owner, and by nobody else. */
export const ownerOnlyFolderMode = 0o700

/**
 * Makes an empty file that nobody else can open, where there is none. What cannot be made is left to whoever opens it next, who says
 * why.
 */
export const makeOwnerOnly = (file: string): void => {
  if (!hasModes) return
  attempt(() => closeSync(openSync(file, "a", ownerOnlyFileMode)))
}

/**
 * Takes a file or folder away from everybody but its owner, if it is there. One of another owner stays as it is: `openToOthers` tells.
 */
export const keepToOwner = (path: string): void => {
  if (!hasModes) return
  attempt(() => {
    const found = statSync(path)
    if ((found.mode & anybodyElse) !== 0) chmodSync(path, found.isDirectory() ? ownerOnlyFolderMode : ownerOnlyFileMode)
  })
}

/** Which rights others than the owner have; none where there is no such file or folder. */
export const openToOthers = (path: string): { readonly canUse: boolean; readonly canWrite: boolean } => {
  const mode = hasModes ? (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) : 0
  return { canUse: (mode & anybodyElse) !== 0, canWrite: (mode & writeOfOthers) !== 0 }
}

/** Of the group and of everybody. */
const anybodyElse = 0o077
const writeOfOthers = 0o022

const hasModes = process.platform !== "win32"

const attempt = (change: () => void): void => {
  try {
    change()
  } catch {
    // What the file is used for fails in its turn, or goes on.
  }
}
