/**
 * The length of a text, as our limits count it. `🙂` is one code point, although it has two UTF-16 units; a family of
 * emoji has several.
 */
export const codePointLength = (text: string): number => {
  let length = 0
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length += 1
  return length
}
