/** Details for support: a code, or a sentence of another program. Folded away until somebody opens it. */
import { useWords } from "../state/language.ts"

export const ForSupport = ({ children }: { readonly children: string }) => {
  const words = useWords()
  return (
    <details>
      <summary>{words.forSupport}</summary>
      <code lang="en">{children}</code>
    </details>
  )
}
