/**
 * One text for equal JSON, whatever the order of its fields: what a fingerprint is made of.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
  return `{${fields.join(",")}}`
}
