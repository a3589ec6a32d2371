/**
 * Answers that several operations give stand once in an API description, under `components.responses`.
 *
 * An answer is named for what it holds: `NotFound`, `Order`, `AuditEntryList`. One that holds nothing with a name, and one whose name
 * another answer has, stay where they are.
 */
import { type Json, mapValues, objectAt } from "./json.ts"

/** @param paths - operations by path and method, each with its answers in full */
export const sharedAnswers = (paths: Json): { readonly paths: Json; readonly responses: Json } => {
  const answers = Object.values(paths).flatMap((path) => Object.values(objectAt(path)).flatMap(answersOf))
  const counts = Map.groupBy(answers, (answer) => JSON.stringify(answer))
  const named = new Map<string, string>()
  for (const [text, [answer, ...others]] of counts) {
    const name = nameOf(answer)
    if (others.length > 0 && name !== undefined && !named.has(name)) named.set(name, text)
  }
  const nameByText = new Map(Array.from(named, ([name, text]) => [text, name]))
  const referring = (answer: unknown): unknown => {
    const name = nameByText.get(JSON.stringify(answer))
    return name === undefined ? answer : { $ref: `#/components/responses/${name}` }
  }
  return {
    paths: mapValues(paths, (path) =>
      mapValues(objectAt(path), (operation) => ({
        ...objectAt(operation),
        responses: mapValues(objectAt(objectAt(operation)["responses"]), referring),
      })),
    ),
    responses: Object.fromEntries(Array.from(named, ([name, text]) => [name, objectAt(counts.get(text)?.[0])])),
  }
}

const answersOf = (operation: unknown): ReadonlyArray<unknown> =>
  Object.values(objectAt(objectAt(operation)["responses"]))

const nameOf = (answer: unknown): string | undefined => {
  const [media] = Object.values(objectAt(objectAt(answer)["content"]))
  const schema = objectAt(objectAt(media)["schema"])
  const data = objectAt(objectAt(schema["properties"])["data"])
  const item = nameIn(objectAt(data["items"]))
  return nameIn(schema) ?? nameIn(data) ?? (item === undefined ? undefined : `${item}List`)
}

const nameIn = ({ $ref }: Json): string | undefined => (typeof $ref === "string" ? $ref.split("/").at(-1) : undefined)
