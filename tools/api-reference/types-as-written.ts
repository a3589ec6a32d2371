/**
 * Types in the form of the source. Most are made by schemas (`type Order = typeof Order.Type`), and the compiler knows
 * only their fields: by itself the reference would repeat all of an order's fields wherever one is passed or returned.
 */
import { type Application, type Context, Converter, ReflectionKind, TypeScript } from "typedoc"
import { declarations } from "./declarations.ts"

/**
 * Keeps types' names where the source writes them: `order: Order`. A type that is only a schema's is unfolded on its
 * own page.
 */
export const typesAsWritten = ({ converter }: Application): void => {
  const convert = converter.convertType.bind(converter)
  converter.convertType = (
    context: Context,
    type?: TypeScript.Type | TypeScript.TypeNode,
    written?: TypeScript.TypeNode,
  ) => {
    if (written !== undefined) return convert(context, written)
    if (type === undefined) return convert(context, undefined)
    if (!isNode(type)) return convert(context, type)
    return isOfSchema(type) ? convert(context, context.checker.getTypeFromTypeNode(type)) : convert(context, type)
  }
}

/** Gives a type that shares its name with a schema the schema's docstring. */
export const typesDescribedBySchemas = ({ converter }: Application): void => {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const schemas = declarations(project, ReflectionKind.Variable)
    for (const type of declarations(project, ReflectionKind.TypeAlias)) {
      const schema = schemas.find(({ name, parent }) => name === type.name && parent === type.parent)
      if (type.comment === undefined && schema?.comment !== undefined) type.comment = schema.comment.clone()
    }
  })
}

/** Members named by symbols are for libraries, not for readers. */
export const withoutSymbols = ({ converter }: Application): void => {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const member of declarations(project, ReflectionKind.SomeMember)) {
      if (member.name.startsWith("[")) project.removeReflection(member)
    }
  })
}

const isNode = (type: TypeScript.Type | TypeScript.TypeNode): type is TypeScript.TypeNode => "kind" in type

/** `typeof Schema.Type` */
const isOfSchema = (node: TypeScript.TypeNode): boolean =>
  TypeScript.isTypeQueryNode(node) && TypeScript.isQualifiedName(node.exprName) && node.exprName.right.text === "Type"
