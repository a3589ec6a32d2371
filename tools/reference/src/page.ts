/**
 * A generated page of the reference.
 */
export interface ReferencePage {
  /** Its file in `docs/reference`. */
  readonly name: string
  readonly title: string
  /** One sentence, with its full stop: shown under the title, and in the index. */
  readonly about: string
  /** Markdown, with a line break at its end. */
  readonly body: string
}

/** The whole file. */
export const pageText = ({ title, about, body }: ReferencePage): string => `# ${title}

${about} Made by \`npm run generate\` from the code; do not edit.

${body}`
