/**
 * If what has the focus goes, as a button does that has done its work, the keyboard goes on at the heading of the page: not at the top of
 * the document, where browsers put it.
 */
export const keepFocus = (): void => {
  let focused: Element | null = null
  addEventListener("focusin", () => {
    focused = document.activeElement
  })
  new MutationObserver(() => {
    if (focused?.isConnected === false) document.querySelector("h1")?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}
