/** Shares an address by the device's own means, or by mail if it has none. */
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
          // Canceling is no fault: nothing was shared.
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
