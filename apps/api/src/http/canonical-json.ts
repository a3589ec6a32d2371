/**
 * One text for equal JSON, whatever the order of its fields: what a fingerprint is made of.
 *
 * It keeps its own stack: a body may nest deeper than functions can call each other, and be wider than a call has room for.
 */
export const canonicalJson = (value: unknown): string => {
  let text = ""
  const ahead: Array<Step> = [{ value }]
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    if (typeof step === "string") text += step
    else for (const next of stepsOf(step.value).reverse()) ahead.push(next)
  }
  return text
}

/** Something to print, or something to print the steps of. */
type Step = string | { readonly value: unknown }

const stepsOf = (value: unknown): Array<Step> => {
  if (Array.isArray(value)) return ["[", ...value.flatMap((item, at): Array<Step> => [comma(at), { value: item }]), "]"]
  if (typeof value !== "object" || value === null) return [JSON.stringify(value) ?? "null"]
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return [
    "{",
    ...fields.flatMap(([name, field], at): Array<Step> => [`${comma(at)}${JSON.stringify(name)}:`, { value: field }]),
    "}",
  ]
}

const comma = (position: number): string => (position === 0 ? "" : ",")
