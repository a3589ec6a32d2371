/** The payer's pages as markup. The server sends them whole, usable without any script. */
export {
  bodyOf,
  type Entry,
  enteredParts,
  nothingEntered,
  type PayerFault,
  shownAddress,
  shownParts,
  shownTotal,
} from "./form/entry.ts"
export { addressReplaced } from "./form/fault-sentence.ts"
export { faultsIn } from "./form/refusal.ts"
export { type Html, html } from "./html/html.ts"
export { linkPage } from "./page/link-page.ts"
export { noticePage } from "./page/notice.ts"
export { orderPage } from "./page/order-page.ts"
export { type Assets, colorStyle, documentOf, type Page } from "./page/page.ts"
export type { Notice, Words } from "./text/words.ts"
export { wordsIn } from "./text/words-in.ts"
