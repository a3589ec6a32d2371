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
