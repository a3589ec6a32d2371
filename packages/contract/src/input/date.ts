/**
 * Calendar dates of a request.
 */
import { type LocalDate, parseLocalDate } from "@vintem/domain"
import * as Result from "effect/Result"
import type { Read } from "./field.ts"
import { ofString } from "./text.ts"

export const readDate: Read<LocalDate> = ofString((text) =>
  Result.mapError(parseLocalDate(text.trim()), () => "must be a date as YYYY-MM-DD."),
)
