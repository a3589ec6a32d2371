/** Handwritten pages, as parts of the reference. */
import { readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import {
  type CommentDisplayPart,
  type Converter,
  MinimalSourceFile,
  normalizePath,
  type ProjectReflection,
} from "typedoc"

/**
 * Reads a page of Markdown. Its links to folders become plain text if the reference does not document the folder.
 *
 * @param documented - the folders it has modules for
 */
export const page = (
  file: string,
  documented: ReadonlyArray<string>,
  converter: Converter,
  project: ProjectReflection,
): Array<CommentDisplayPart> => {
  const text = readFileSync(file, "utf8").replaceAll(/\[([^\]]+)\]\(([^):\s]+)\)/gu, (link, label, target) => {
    const path = join(dirname(file), target)
    return isFolder(path) && !documented.includes(path) ? label : link
  })
  return converter.parseRawComment(new MinimalSourceFile(text, normalizePath(file)), project.files).content
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
