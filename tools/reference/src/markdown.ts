/**
 * The few forms of Markdown the reference is written in.
 */

/** One row a line, the first of which is the head; ends with a line break. */
export const markdownTable = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("")

export const code = (text: string): string => `\`${text}\``

/** `a`, `a or b`, `a, b or c`. */
export const either = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`

export const superscript = (number: number): string =>
  Array.from(String(number), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")

/** Notes under a table, a line each, numbered from 1; ends with a line break. */
export const footnotes = (notes: ReadonlyArray<string>): string =>
  `${notes.map((note, index) => `${superscript(index + 1)} ${note}`).join("\\\n")}\n`
