import { say } from "./say.ts"

/** Buttons that copy a code, and that print. They are of no use without a script, and hidden until there is one. */
export const startCopying = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
    button.hidden = false
    startButton(button)
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.print")) {
    button.hidden = false
    button.addEventListener("click", () => print())
  }
}

/** Says that it has copied, for a while from the last press on. */
const startButton = (button: HTMLButtonElement): void => {
  const label = button.textContent
  const done = button.dataset["done"] ?? ""
  let timer: ReturnType<typeof setTimeout> | undefined
  const press = async (): Promise<void> => {
    if (!(await isCopied(button))) return
    button.textContent = done
    say(done)
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = label
    }, 2_000)
  }
  button.addEventListener("click", () => void press())
}

const isCopied = async (button: HTMLButtonElement): Promise<boolean> => {
  const source = document.getElementById(button.dataset["copies"] ?? "")
  if (!(source instanceof HTMLTextAreaElement)) return false
  try {
    await navigator.clipboard.writeText(source.value)
    return true
  } catch {
    // An old browser, or one that was not allowed to: the text is chosen, to be copied by hand.
    source.focus()
    source.select()
    return false
  }
}
