/** A color of a page. */
import * as Schema from "effect/Schema"

/** `#` and three or six hexadecimal digits, upper or lower case. Nothing else can reach a page's style this way. */
export const HexColor = Schema.String.check(Schema.isPattern(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/u)).pipe(
  Schema.brand("HexColor"),
)
export type HexColor = typeof HexColor.Type
