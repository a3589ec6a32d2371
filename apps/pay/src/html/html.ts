/**
 * HTML in which no text can become markup: whatever is put into a template is escaped, unless it is HTML itself.
 */

/** Markup that is safe to send. Made by `html` and `trusted` alone. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** What a template takes: null and what is an empty list leave nothing behind. */
export type HtmlPart = Html | string | number | null | ReadonlyArray<Html>

/** A template. Attributes have to stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(markupOf)))

/** Our own constant markup. Never anything that was sent by a caller. */
export const trusted = (markup: string): Html => new Html(markup)

const markupOf = (part: HtmlPart): string => {
  if (part === null) return ""
  if (part instanceof Html) return part.toString()
  return typeof part === "string" || typeof part === "number" ? escaped(String(part)) : part.join("")
}

const escaped = (text: string): string => text.replace(/[&<>"']/gu, (character) => entities[character] ?? character)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
