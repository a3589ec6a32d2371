/** HTML that no text can break out of: a template escapes everything except HTML. */

/** Markup that is safe to send. Only `html` and `trusted` make it. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** The values of a template. Null and empty lists add nothing. */
export type HtmlPart = Html | string | number | null | ReadonlyArray<Html>

/** A template. Attributes have to stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(markupOf)))

/** Our own constant markup. Never anything that a caller sent. */
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
