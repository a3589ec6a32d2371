/**
 * Why an acquirer refused: in our words, if it is one of the reasons that we know. Its own text is for support.
 */
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
