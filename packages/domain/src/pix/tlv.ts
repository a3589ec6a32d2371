// The grammar of a Pix code: each object has a two-digit id, a two-digit length, and a value of that length. The value
// of a template is again a sequence of objects.

/** Objects by id, in the written order. */
export type TlvObjects = ReadonlyMap<string, string>

/** @param value - 1 to 99 characters; two digits hold no larger length, so a longer one is a defect and throws */
export const writeTlv = (id: string, value: string): string => {
  if (value.length < 1 || value.length > 99) throw new RangeError(`Object ${id} holds 1 to 99 characters`)
  return `${id}${String(value.length).padStart(2, "0")}${value}`
}

/** @returns `undefined` if the whole text is not a sequence of objects, or if an id occurs twice */
export const readTlv = (text: string): TlvObjects | undefined => {
  const objects = new Map<string, string>()
  let rest = text
  while (rest !== "") {
    const [head = "", id = "", length = ""] = /^([0-9]{2})([0-9]{2})/u.exec(rest) ?? []
    const end = head.length + Number(length)
    if (id === "" || length === "00" || end > rest.length || objects.has(id)) return undefined
    objects.set(id, rest.slice(head.length, end))
    rest = rest.slice(end)
  }
  return objects
}
