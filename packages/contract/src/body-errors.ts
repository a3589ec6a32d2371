/**
 * What every operation with a body can answer to the body alone.
 */
import { Conflict, Invalid, MalformedJson, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"

export const bodyErrors = [MalformedJson, PayloadTooLarge, UnsupportedMediaType, Invalid] as const

/** Errors of a POST, which may be repeated under the same idempotency key. */
export const postErrors = [...bodyErrors, Conflict] as const
