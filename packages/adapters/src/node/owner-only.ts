/**
 * Restricts files to their owner: they hold personal data and secrets. Windows has no such modes and inherits the rights of the folder:
 * nothing is done there.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs"

/** Read and written only by the owner. */
export const ownerOnlyFileMode = 0o600

/** Entered, read and written only by the owner. */
export const ownerOnlyFolderMode = 0o700

/**
 * Makes an empty file that only its owner can open, where there is none. A failure is ignored: opening the file fails as well, and says
 * why.
 */
export const makeOwnerOnly = (file: string): void => {
  if (!hasModes) return
  attempt(() => closeSync(openSync(file, "a", ownerOnlyFileMode)))
}

/**
 * Restricts a file or folder to its owner, if it exists. A file of another owner stays as it is: `openToOthers` tells.
 */
export const restrictToOwner = (path: string): void => {
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
    // A later use of the file fails with its own error, or works.
  }
}
