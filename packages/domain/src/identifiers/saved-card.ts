import * as Schema from "effect/Schema"

/** The identifier of a card that a company may charge again. */
export const SavedCardToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("SavedCardToken"))
export type SavedCardToken = typeof SavedCardToken.Type
