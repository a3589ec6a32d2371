/** The columns of a company's sheets: the request and the view. */
import {
  columnName,
  type MappedColumn,
  repeatedFields,
  SheetField,
  type SheetMapping,
  type SheetMappings,
  sheetMappingLimits,
} from "@vintem/domain/batch"
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import {
  andThen,
  codec,
  described,
  list,
  object,
  orNull,
  present,
  refused,
  required,
  withDefault,
} from "../input/codec.ts"
import { fault } from "../input/fault.ts"

/** The longest title that is read, in UTF-16 code units. */
const titleMax = 256

/** Titles contain no e-mail and no long number: those are customers' data, and not stored here. */
const holdsData = /@|\d{5}/u

const name = codec(
  Schema.String.annotate({
    description:
      `The column's title. It is stored without accents, capitals and punctuation, cut after ${sheetMappingLimits.name} characters. ` +
      `May be empty. At most ${titleMax} characters, with no \`@\` and no five digits in a row.`,
    examples: ["Mensalidade (R$)"],
  }),
  (input, at, faults) => {
    if (typeof input === "string" && input.length <= titleMax && !holdsData.test(input)) return columnName(input)
    faults.push(fault(at, { code: "invalid_column_title" }))
    return refused
  },
)

const column = object({
  name: withDefault(name, ""),
  field: withDefault(orNull(choice(SheetField)), null, { description: "The field it fills; null if it is not used." }),
})

/** Each field once: with two columns for one field, it would be unclear which counts. */
const columns = list(present(column), { min: 1, max: sheetMappingLimits.columns, of: "column" }, (read, at) =>
  repeatedFields(read.map((one) => ({ field: one?.field ?? null }))).map((position) =>
    fault(`${at}.${position}.field`, { code: "duplicate" }),
  ),
)

const example = [
  { name: "aluno", field: "name" },
  { name: "mensalidade r$", field: "amount" },
  { name: "turma", field: null },
] as const

/** All columns of a sheet, in order. */
export const sheetMappingBody = andThen(
  described(object({ columns: required(columns) }), {
    identifier: "SheetMappingRequest",
    description:
      `All columns of a sheet: 1 to ${sheetMappingLimits.columns}, and no two with the same field. It replaces what was chosen for columns of the ` +
      "same names.",
    examples: [{ columns: example }],
  }),
  ({ columns: read }): SheetMapping => read.map(({ field, name: of }): MappedColumn => ({ name: of, field })),
)

/** The choices for the columns of one sheet. */
export const SheetMappingView = Schema.Struct({
  columns: Schema.Array(Schema.Struct({ name: Schema.String, field: Schema.NullOr(SheetField) })),
}).annotate({ identifier: "SheetMapping", examples: [{ columns: example }] })
export type SheetMappingView = typeof SheetMappingView.Type

/** The mappings of a company's sheets, as the panel reads them. */
export const sheetMappingViews = (mappings: SheetMappings): ReadonlyArray<SheetMappingView> =>
  mappings.map((columns) => ({ columns }))
