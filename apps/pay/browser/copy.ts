import { say } from "./say.ts"

/** Buttons that copy a code, and that print. They are of no use without a script, and hidden until there is one. */
export const startCopying = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
    button.hidden = false
    button.addEventListener("click", () => void copyFor(button))
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.print")) {
    button.hidden = false
    button.addEventListener("click", () => print())
  }
}

const copyFor = async (button: HTMLButtonElement): Promise<void> => {
  const source = document.getElementById(button.dataset["copies"] ?? "")
  if (!(source instanceof HTMLTextAreaElement)) return
  try {
    await navigator.clipboard.writeText(source.value)
  } catch {
    // An old browser, or one that was not allowed to: the text is chosen, to be copied by hand.
    source.focus()
    source.select()
    return
  }
  const label = button.textContent
  const done = button.dataset["done"] ?? ""
  button.textContent = done
  say(done)
  setTimeout(() => {
    button.textContent = label
  }, 2_000)
}
