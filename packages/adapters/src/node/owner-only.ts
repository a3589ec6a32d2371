/**
 * Restricts files to their owner: they hold personal data and secrets. Windows has no such modes and inherits the
 * folder's permissions, so nothing is done there.
 */
import { chmodSync, closeSync, existsSync, fchownSync, mkdirSync, openSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** Read and written only by the owner. */
export const ownerOnlyFileMode = 0o600

/** Entered, read and written only by the owner. */
const ownerOnlyFolderMode = 0o700

/**
 * Creates an empty file that only its owner can open, if there is none. A failure is ignored: opening the file fails as well, and says
 * why.
 */
export const makeOwnerOnly = (file: string): void => {
  if (!hasModes) return
  attempt(() => createOwnerOnly(file))
}

/** Creates an empty file that only its owner can open. Throws if there is a file already. */
export const createOwnerOnly = (file: string): void => {
  const handle = openSync(file, "wx", ownerOnlyFileMode)
  try {
    giveToFolderOwner(handle, file)
  } finally {
    closeSync(handle)
  }
}

/**
 * Creates a folder that only its owner can enter, and each missing folder above it. An existing one stays unchanged.
 * Throws if it cannot be created.
 */
export const makeOwnerOnlyFolder = (folder: string): void => {
  const around = dirname(resolve(folder))
  if (!existsSync(around)) makeOwnerOnlyFolder(around)
  const isNew = mkdirSync(folder, { recursive: true, mode: ownerOnlyFolderMode }) !== undefined
  if (!(isNew && hasModes)) return
  const handle = openSync(folder, "r")
  try {
    giveToFolderOwner(handle, folder)
  } finally {
    closeSync(handle)
  }
}

/**
 * Gives a file or folder that root has just created to the owner of its folder: the service runs as that user, and
 * could not open a root file. Does nothing unless root runs it. The file is named by its handle, because the folder's
 * owner could replace the name.
 */
export const giveToFolderOwner = (handle: number, file: string): void => {
  if (!hasModes || process.geteuid?.() !== 0) return
  const folder = statSync(dirname(file))
  if (folder.uid !== 0) fchownSync(handle, folder.uid, folder.gid)
}

/**
 * Restricts a file or folder to its owner, if it exists. Another owner's file stays unchanged: `openToOthers` reports
 * it.
 */
export const restrictToOwner = (path: string): void => {
  if (!hasModes) return
  attempt(() => {
    const found = statSync(path)
    if ((found.mode & anybodyElse) !== 0) chmodSync(path, found.isDirectory() ? ownerOnlyFolderMode : ownerOnlyFileMode)
  })
}

/** The permissions of users other than the owner; none if there is no such file or folder. */
export const openToOthers = (path: string): { readonly canUse: boolean; readonly canWrite: boolean } => {
  const mode = hasModes ? (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) : 0
  return { canUse: (mode & anybodyElse) !== 0, canWrite: (mode & writeOfOthers) !== 0 }
}

/** All permissions of the group and of others. */
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
