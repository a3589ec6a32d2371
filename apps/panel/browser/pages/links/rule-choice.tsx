/** Chooses the company's rule that reminds the payers of a link, or of a batch of links. */
import { linkWords } from "../../../src/text/links/words.ts"
import { PagedChoice } from "../../parts/paged-choice.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface RuleChoiceProps {
  /** The rule's token; empty for none. */
  readonly chosen: string
  readonly onChoice: (token: string) => void
}

export const RuleChoice = (props: RuleChoiceProps) => {
  const words = useWords()
  const own = useWordsOf(linkWords)
  const { client, company } = usePanel()
  return (
    <PagedChoice
      {...props}
      label={words.pages.rules}
      none="–"
      isOptional
      unlisted={own.rule.present}
      earlier={own.rule.earlier}
      pageOf={(page) => client.paymentLinkRules.list({ params: { company }, query: { page } })}
      about={company}
      optionOf={({ name, token }) => [token, name]}
    />
  )
}
