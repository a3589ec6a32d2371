/** Parts of an API description, which the generator returns without types. A missing part is empty. */
import { isObject } from "../input/codec.ts"

export type Json = Readonly<Record<string, unknown>>

export const mapValues = (object: Json, f: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, f(value)]))

export const objectAt = (value: unknown): Json => (isObject(value) ? value : {})

export const arrayAt = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
