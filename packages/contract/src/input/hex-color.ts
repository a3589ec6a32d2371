/** A color of a page, in requests. */
import { HexColor } from "@vintem/domain/company"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, refusedAs } from "./codec.ts"
import { ofString, textRead } from "./text.ts"

const isHexColor = Schema.is(HexColor)

const readHexColor: Read<HexColor> = ofString((text) => {
  const color = trimCode(text)
  return isHexColor(color) ? Result.succeed(color) : notAColor
})

const notAColor = refusedAs({ code: "invalid_color" })

/** `#` and three or six hexadecimal digits. */
export const hexColor = textRead(readHexColor)
