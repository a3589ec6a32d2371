/**
 * The columns of a company's sheets: a person's choices by hand, kept for the next sheet with the same column names.
 */
import * as Schema from "effect/Schema"

/**
 * The field that a column holds. `expired_at` belongs to the batch: a sheet with several days becomes several batches.
 */
export const SheetField = Schema.Literals([
  "name",
  "email",
  "document",
  "phone",
  "amount",
  "title",
  "description",
  "cep",
  "number",
  "reference",
  "expired_at",
])
export type SheetField = typeof SheetField.Type

/**
 * Bounds of a mapping, and the most that a company keeps. Our own choice: exports of accounting programs have up to
 * sixty columns.
 */
export const sheetMappingLimits = { mappings: 10, columns: 100, name: 60 } as const

/**
 * The name of a column, for comparing two sheets: without accents, capitals and punctuation.
 *
 * @returns at most `sheetMappingLimits.name` characters; empty for a column without a name
 */
export const columnName = (title: string): string =>
  title
    // Marks are dropped before as well as after: decomposing a text takes time in the square of the marks in a row.
    .slice(0, titleRead)
    .replace(/\p{M}+/gu, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$#%]+/gu, " ")
    .trim()
    .slice(0, sheetMappingLimits.name)
    .trimEnd()

/** How much of a title is read, in UTF-16 code units. */
const titleRead = 256

/** A column, by its name. `field` is null if the column is not used. */
export const MappedColumn = Schema.Struct({
  name: Schema.String.check(
    Schema.makeFilter((name: string) => columnName(name) === name, { expected: "the name of a column" }),
  ),
  field: Schema.NullOr(SheetField),
})
export type MappedColumn = typeof MappedColumn.Type

/** The columns of a sheet, in their order: no two hold the same field. */
export const SheetMapping = Schema.Array(MappedColumn).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(sheetMappingLimits.columns),
  Schema.makeFilter((columns: ReadonlyArray<MappedColumn>) => repeatedFields(columns).length === 0, {
    expected: "each field once",
  }),
)
export type SheetMapping = typeof SheetMapping.Type

/** The positions of columns whose field an earlier column has already. */
export const repeatedFields = (columns: ReadonlyArray<Pick<MappedColumn, "field">>): ReadonlyArray<number> => {
  const fields = columns.map(({ field }) => field)
  return fields.flatMap((field, at) => (field !== null && fields.indexOf(field) < at ? [at] : []))
}

/** All mappings of a company, the latest first. */
export const SheetMappings = Schema.Array(SheetMapping).check(Schema.isMaxLength(sheetMappingLimits.mappings))
export type SheetMappings = typeof SheetMappings.Type

/** Adds a mapping. It replaces the one for the same names; the oldest is dropped if there are too many. */
export const withMapping = (known: SheetMappings, mapping: SheetMapping): SheetMappings =>
  [mapping, ...known.filter((one) => sameNames(one) !== sameNames(mapping))].slice(0, sheetMappingLimits.mappings)

/**
 * The choices for a sheet with these columns: a field or null for each name, in order. Columns may have moved. If two
 * columns share a name, their order decides.
 *
 * @param names - as `columnName` returns them
 * @returns undefined if there is no mapping for exactly these names
 */
export const mappingFor = (
  known: SheetMappings,
  names: ReadonlyArray<string>,
): ReadonlyArray<SheetField | null> | undefined => {
  const wanted = sameNames(names.map((name) => ({ name })))
  const found = known.find((one) => sameNames(one) === wanted)
  if (found === undefined) return undefined
  const left = [...found]
  return names.map((name) => {
    const [column] = left.splice(
      left.findIndex((one) => one.name === name),
      1,
    )
    return column?.field ?? null
  })
}

const sameNames = (columns: ReadonlyArray<Pick<MappedColumn, "name">>): string =>
  JSON.stringify(columns.map(({ name }) => name).toSorted())
