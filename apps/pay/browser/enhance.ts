import { startCopying } from "./copy.ts"
import { startCountdowns } from "./countdown.ts"
import { startForm } from "./form.ts"
import { startWatching } from "./watch.ts"

/**
 * Starts the scripts of the shown page, and stops the earlier ones. @returns a signal that stops them when the page
 * changes
 */
export const enhance = (): AbortSignal => {
  ending.abort()
  ending = new AbortController()
  const { signal } = ending
  startCopying()
  startCountdowns(signal)
  startWatching(signal)
  for (const form of document.querySelectorAll<HTMLFormElement>("form.pay")) startForm(form)
  return signal
}

let ending = new AbortController()
