/** The first message of a page, and pages with nothing else. */
import { type Html, html } from "../html/html.ts"
import type { Notice } from "../text/words.ts"
import type { Page } from "./page.ts"

/** The look: a success, something to wait for, or a failure. */
export type Tone = "good" | "wait" | "bad"

export const notice = ({ title, text }: Notice, tone: Tone): Html =>
  html`<div class="notice ${tone}"><h1 tabindex="-1">${title}</h1><p>${text}</p></div>`

export const noticePage = (status: number, said: Notice): Page => ({
  status,
  title: said.title,
  main: notice(said, "bad"),
})
