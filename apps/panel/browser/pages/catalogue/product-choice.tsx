/**
 * One of a company's products.
 */
import { catalogueWords } from "../../../src/text/catalogue/words.ts"
import { PagedChoice } from "../../parts/paged-choice.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWordsOf } from "../../state/language.ts"

interface ProductChoiceProps {
  /** The product's id; empty while none is chosen. */
  readonly chosen: string
  readonly onChoice: (product: string) => void
  readonly fault: string | undefined
}

export const ProductChoice = (props: ProductChoiceProps) => {
  const { checkout } = useWordsOf(catalogueWords)
  const { client, company } = usePanel()
  return (
    <PagedChoice
      {...props}
      label={checkout.product}
      none={checkout.chooseProduct}
      isOptional={false}
      unlisted={checkout.productNumber(props.chosen)}
      earlier={checkout.earlierProducts}
      pageOf={(page) => client.products.list({ params: { company }, query: { page } })}
      about={company}
      optionOf={({ id, title }) => [String(id), title]}
    />
  )
}
