/**
 * Modules in a newcomer's view: found from the repository's README, under their import names, behind their own READMEs,
 * sorted by folder.
 */
import { dirname, join, relative, sep } from "node:path"
import {
  type Application,
  CommentTag,
  Converter,
  type DeclarationReflection,
  normalizePath,
  ReflectionKind,
} from "typedoc"
import { declarations, fileOf } from "./declarations.ts"
import { type DocumentedModule, root } from "./documented-modules.ts"
import { page } from "./page.ts"

export const modulesAsImported =
  (modules: ReadonlyArray<DocumentedModule>) =>
  ({ converter }: Application): void => {
    converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
      const folders = modules.map(({ folder }) => folder)
      const found = declarations(project, ReflectionKind.Module)
      for (const { name, entryPoint, folder, readme } of modules) {
        const module = found.find((candidate) => fileOf(candidate) === entryPoint)
        if (module === undefined) continue
        module.name = name
        project.files.registerReflectionPath(normalizePath(folder), module)
        if (readme !== null) module.readme = page(readme, folders, converter, project)
        for (const child of module.children ?? []) categorize(child, dirname(entryPoint))
      }
      project.readme = page(join(root, "README.md"), folders, converter, project)
    })
  }

/** Categorized by folder, relative to the module's. Exports without a docstring stay uncategorized. */
const categorize = (reflection: DeclarationReflection, folder: string): void => {
  const [first = "", ...rest] = relative(folder, fileOf(reflection)).split(sep)
  const comment = reflection.comment ?? reflection.signatures?.[0]?.comment
  if (rest.length === 0) return
  const title = `${first.charAt(0).toUpperCase()}${first.slice(1).replaceAll("-", " ")}`
  comment?.blockTags.push(new CommentTag("@category", [{ kind: "text", text: title }]))
}
