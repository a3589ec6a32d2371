/** The errors that every operation with a body can answer for the body itself. */
import { Conflict, Invalid, MalformedJson, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"

export const bodyErrors = [MalformedJson, PayloadTooLarge, UnsupportedMediaType, Invalid] as const

/** Errors of a POST, which may be repeated with the same idempotency key. */
export const postErrors = [...bodyErrors, Conflict] as const
