/** Calendar dates of a request. */
import { type LocalDate, parseLocalDate } from "@vintem/domain/calendar"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import type { Read } from "./codec.ts"
import type { FaultReason } from "./fault-code.ts"
import { ofString, textRead } from "./text.ts"

export const readDate: Read<LocalDate> = ofString((text) =>
  Result.mapError(parseLocalDate(trimCode(text)), () => notADate),
)

const notADate: FaultReason = { code: "invalid_date" }

export const date = textRead(readDate, { words: "As `YYYY-MM-DD`", unless: "YYYY-MM-DD" })
