/**
 * Moves answers that several operations share to `components.responses`.
 *
 * An answer is named after its content: `NotFound`, `Order`, `AuditEntryList`. It stays in place if its content has no
 * name, or if another answer has that name.
 */
import { type Json, mapValues, objectAt } from "./json.ts"

/** @param paths - operations by path and method, each with its full answers */
export const sharedAnswers = (paths: Json): { readonly paths: Json; readonly responses: Json } => {
  const counts = new Map<string, number>()
  mapAnswers(paths, (answer) => {
    const text = JSON.stringify(answer)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  })
  const responses: Record<string, unknown> = {}
  const referring = (answer: unknown): unknown => {
    const text = JSON.stringify(answer)
    const name = nameOf(answer)
    if (name === undefined || counts.get(text) === 1) return answer
    responses[name] ??= answer
    return JSON.stringify(responses[name]) === text ? { $ref: `#/components/responses/${name}` } : answer
  }
  return { paths: mapAnswers(paths, referring), responses }
}

const mapAnswers = (paths: Json, f: (answer: unknown) => unknown): Json =>
  mapValues(paths, (path) =>
    mapValues(objectAt(path), (operation) => ({
      ...objectAt(operation),
      responses: mapValues(objectAt(objectAt(operation)["responses"]), f),
    })),
  )

const nameOf = (answer: unknown): string | undefined => {
  const [media] = Object.values(objectAt(objectAt(answer)["content"]))
  const schema = objectAt(objectAt(media)["schema"])
  const data = objectAt(objectAt(schema["properties"])["data"])
  const item = nameIn(objectAt(data["items"]))
  return nameIn(schema) ?? nameIn(data) ?? (item === undefined ? undefined : `${item}List`)
}

const nameIn = ({ $ref }: Json): string | undefined => (typeof $ref === "string" ? $ref.split("/").at(-1) : undefined)
