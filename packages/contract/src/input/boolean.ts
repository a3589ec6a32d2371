/**
 * Booleans of a request: `true` and `false`, or 0 and 1 as forms send them.
 */
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, refusedAs, value } from "./codec.ts"

/** A boolean as requests may write it. */
const BooleanInput = Schema.Union([Schema.Boolean, Schema.Literals([0, 1, "0", "1"])])

export const readBoolean: Read<boolean> = (input) => {
  switch (typeof input === "string" ? trimCode(input) : input) {
    case true:
    case 1:
    case "1":
      return Result.succeed(true)
    case false:
    case 0:
    case "0":
      return Result.succeed(false)
    default:
      return notABoolean
  }
}

const notABoolean = refusedAs({ code: "not_a_boolean" })

export const boolean = value(BooleanInput, readBoolean)
