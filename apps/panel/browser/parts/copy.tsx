/**
 * A text with a button that copies it.
 */
import { useState } from "preact/hooks"
import { useWords } from "../state/language.ts"

interface CopyProps {
  readonly label: string
  readonly text: string
}

export const Copy = ({ label, text }: CopyProps) => {
  const words = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    const told = (): void => {
      setCopied(true)
      setTimeout(() => setCopied(false), 3_000)
    }
    // Without permission to write, the text stays selectable.
    navigator.clipboard?.writeText(text).then(told, () => {})
  }
  return (
    <div class="copy">
      <output aria-label={label}>{text}</output>
      <button type="button" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </button>
    </div>
  )
}
