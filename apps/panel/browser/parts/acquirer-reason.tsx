/** The reason for an acquirer's refusal: in our words, if we know it. The acquirer's own text is for support. */
import { KnownReason } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { useWords } from "../state/language.ts"
import { ForSupport } from "./support.tsx"

const isKnown = Schema.is(KnownReason)

export const AcquirerReason = ({ reason }: { readonly reason: string }) => {
  const words = useWords()
  if (isKnown(reason)) return <>{words.reasons[reason]}</>
  return (
    <>
      {words.otherReason}
      <ForSupport>{reason}</ForSupport>
    </>
  )
}
