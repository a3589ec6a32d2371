/**
 * What only support reads: a code, or a sentence of another program. It is there when it is asked for, and never in the way.
 */
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
