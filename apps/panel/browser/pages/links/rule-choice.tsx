/**
 * Which of the company's rules reminds the payers of a link, or of a batch of links.
 */
import { PageNumber } from "@vintem/domain/ports"
import { useAsked } from "../../ask/use-asked.ts"
import { Choice } from "../../parts/field.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface RuleChoiceProps {
  /** Its token; empty for none. */
  readonly value: string
  readonly onValue: (token: string) => void
}

/** Those of the first page, the newest. Until they are there, and where there are none, only none can be chosen. */
export const RuleChoice = (props: RuleChoiceProps) => {
  const words = useWords()
  const { client, company } = usePanel()
  const { asked } = useAsked(
    client.paymentLinkRules.list({ params: { company }, query: { page: PageNumber.make(1) } }),
    company,
  )
  const rules = asked._tag === "Answered" ? asked.value.data : []
  return (
    <Choice
      label={words.pages.rules}
      options={[["", "–"], ...rules.map(({ name, token }) => [token, name] as const)]}
      {...props}
    />
  )
}
