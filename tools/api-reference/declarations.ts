/** The declarations of a project. */
import type { DeclarationReflection, ProjectReflection, ReflectionKind } from "typedoc"

/** Everything of a kind, or of several combined by `|`. */
export const declarations = (project: ProjectReflection, kind: ReflectionKind): ReadonlyArray<DeclarationReflection> =>
  project.getReflectionsByKind(kind).filter((reflection) => reflection.isDeclaration())

/** The file of a declaration; for a module the module itself. */
export const fileOf = ({ sources }: DeclarationReflection): string => sources?.[0]?.fullFileName ?? ""
