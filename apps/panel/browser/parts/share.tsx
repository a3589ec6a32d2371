/**
 * Hands an address on: to whatever the device has to share it with, or into a letter if it has nothing.
 */
import { useWords } from "../state/language.ts"

interface ShareProps {
  readonly title: string
  readonly url: string
}

export const Share = ({ title, url }: ShareProps) => {
  const words = useWords()
  if (typeof navigator.share === "function") {
    return (
      <button
        type="button"
        onClick={() => {
          // A user who changes their mind has shared nothing, which is no fault.
          navigator.share({ title, url }).catch(() => {})
        }}
      >
        {words.link.share}
      </button>
    )
  }
  const letter = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <a class="button" href={letter}>
      {words.link.byEmail}
    </a>
  )
}
