/**
 * If the focused element disappears, such as a button that has done its work, moves the focus to the page's heading.
 * Browsers would move it to the top of the document.
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
