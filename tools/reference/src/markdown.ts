/** The few forms of Markdown in the reference. */

/** One row per line, the head first; ends with a line break. */
export const markdownTable = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("")

export const code = (text: string): string => `\`${text}\``
