import { say } from "./say.ts"

/** Buttons that copy a code, and that print. They need a script, and stay hidden without one. */
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

/** Says that it has copied, for a while after the last press. */
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
    // An old browser, or a missing permission: the text is selected, for copying by hand.
    source.focus()
    source.select()
    return false
  }
}
