import * as Schema from "effect/Schema"

/** A company's name for a card it may charge again. */
export const SavedCardToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("SavedCardToken"))
export type SavedCardToken = typeof SavedCardToken.Type
