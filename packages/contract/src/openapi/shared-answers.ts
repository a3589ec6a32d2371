/**
 * Answers that several operations give stand once in an API description, under `components.responses`.
 *
 * An answer is named for what it holds: `NotFound`, `Order`, `AuditEntryList`. One that holds nothing with a name, and one whose name
 * another answer has, stay where they are.
 */
import { type Json, mapValues, objectAt } from "./json.ts"

/** @param paths - operations by path and method, each with its answers in full */
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
