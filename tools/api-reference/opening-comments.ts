/**
 * In this repository a file holds one concept and opens with a comment on it. That comment describes the module, the
 * namespace of the file's exports, and the export with the file's name, unless they have their own docstring.
 */
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import {
  type Application,
  Comment,
  Converter,
  type DeclarationReflection,
  MinimalSourceFile,
  normalizePath,
  ReflectionKind,
  type SignatureReflection,
} from "typedoc"
import { declarations, fileOf } from "./declarations.ts"

export const describedByOpeningComments = ({ converter }: Application): void => {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const modules = declarations(project, ReflectionKind.SomeModule)
    const concepts = modules.flatMap(({ children = [] }) => children).filter(hasNameOfFile)
    for (const described of [...modules, ...concepts]) {
      const opening = openingComment(readFileSync(fileOf(described), "utf8"))
      if (opening === null) continue
      const file = new MinimalSourceFile(opening, normalizePath(fileOf(described)))
      for (const undocumented of withoutDocstring(described)) {
        undocumented.comment = new Comment(converter.parseRawComment(file, project.files).content)
      }
    }
  })
}

/** A function's docstrings are on its signatures. */
const withoutDocstring = (
  reflection: DeclarationReflection,
): ReadonlyArray<DeclarationReflection | SignatureReflection> =>
  [...(reflection.signatures ?? [reflection])].filter(({ comment }) => comment === undefined)

/** `JobQueue` in `job-queue.ts` */
const hasNameOfFile = (reflection: DeclarationReflection): boolean =>
  basename(fileOf(reflection), ".ts").replaceAll("-", "") === reflection.name.toLowerCase()

const openingComment = (source: string): string | null =>
  /^\/\*\*(.*?)\*\//su
    .exec(source)?.[1]
    ?.replaceAll(/^ *\* ?/gmu, "")
    .trim() ?? null
