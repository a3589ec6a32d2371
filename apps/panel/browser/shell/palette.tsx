/** The palette: opens every page by name, from the keyboard. Ctrl+K or Cmd+K opens it. */
import type { TargetedKeyboardEvent } from "preact"
import { useEffect, useId, useState } from "preact/hooks"
import { Dialog } from "../parts/dialog.tsx"
import { useWords } from "../state/language.ts"

/** An entry that opens a page or runs an action. */
export interface PaletteEntry {
  readonly name: string
  readonly choose: () => void
}

interface PaletteProps {
  readonly entries: ReadonlyArray<PaletteEntry>
  /** Searches the orders for a text that is no page's name. Null if the user may not. */
  readonly search: ((text: string) => void) | null
  readonly onClose: () => void
}

const isShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** @param open - called when the keys are pressed */
export const usePaletteKeys = (open: () => void): void => {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      open()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [open])
}

export const Palette = ({ entries, onClose, search }: PaletteProps) => {
  const words = useWords()
  const id = useId()
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const foundFor = (typed: string): ReadonlyArray<PaletteEntry> => {
    const wanted = plainOf(typed)
    const named = entries.filter(({ name }) => plainOf(name).includes(wanted))
    if (search === null || wanted === "") return named
    return [...named, { name: words.palette.searchFor(typed.trim()), choose: () => search(typed.trim()) }]
  }
  const found = foundFor(text)
  const marked = Math.min(at, found.length - 1)
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.choose()
  }
  const pressed = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setAt((marked + step + found.length) % found.length)
    }
    if (event.key === "Enter") {
      event.preventDefault()
      // For fast typists the input's text counts, not the list that is still shown.
      const typed = event.currentTarget.value
      choose(typed === text ? found[marked] : foundFor(typed)[0])
    }
  }
  return (
    <Dialog title={words.palette.title} onClose={onClose} class="dialog palette">
      <input
        type="text"
        data-first
        autocomplete="off"
        role="combobox"
        aria-label={words.palette.title}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${marked}`}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <div role="listbox" id={`${id}-list`} aria-label={words.palette.title}>
        {found.map((entry, index) => (
          // The focus stays in the input above, which names the entry marked here.
          <div
            key={entry.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            onClick={() => choose(entry)}
            onKeyDown={(event) => {
              if (event.key === "Enter") choose(entry)
            }}
          >
            {entry.name}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p role="status">{words.palette.nothing}</p> : null}
    </Dialog>
  )
}

/** Without accents and capitals, because people in a hurry type so. */
const plainOf = (text: string): string =>
  text
    .trim()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
