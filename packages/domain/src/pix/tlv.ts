// The grammar of a Pix code: objects of a two-digit id, a two-digit length and as many characters of value. The value
// of a template is again a row of such objects.

/** Objects by id, in the written order. */
export type TlvObjects = ReadonlyMap<string, string>

/** @param value - 1 to 99 characters; two digits hold no larger length, so more is a defect and throws */
export const writeTlv = (id: string, value: string): string => {
  if (value.length < 1 || value.length > 99) throw new RangeError(`Object ${id} holds 1 to 99 characters`)
  return `${id}${String(value.length).padStart(2, "0")}${value}`
}

/** @returns `undefined` if the text is no row of objects to its very end, or names an id twice */
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
