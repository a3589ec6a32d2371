/**
 * One of a company's products: the newest first, and earlier ones when they are asked for.
 */
import type { ProductView } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useAsked } from "../../ask/use-asked.ts"
import { Choice } from "../../parts/field.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useCatalogueWords } from "./catalogue-words.ts"

interface ProductChoiceProps {
  /** Its id; empty while none is chosen. */
  readonly chosen: string
  readonly onChoice: (product: string) => void
  readonly fault: string | undefined
}

export const ProductChoice = ({ chosen, fault, onChoice }: ProductChoiceProps) => {
  const own = useCatalogueWords()
  const { client, company } = usePanel()
  const [pages, setPages] = useState(1)
  const numbers = Array.from({ length: pages }, (_, index) => PageNumber.make(index + 1))
  const asking = useAsked(
    Effect.forEach(numbers, (page) => client.products.list({ params: { company }, query: { page } })),
    `${company} ${pages}`,
  )
  const found = asking.asked._tag === "Answered" ? asking.asked.value : []
  const products: ReadonlyArray<ProductView> = found.flatMap(({ data }) => data)
  const last = found.at(-1)?.meta.last_page ?? 1
  const isListed = products.some(({ id }) => String(id) === chosen)
  return (
    <div>
      <Choice
        label={own.checkout.product}
        value={chosen}
        options={[
          ...(chosen === "" ? [["", own.checkout.chooseProduct] as const] : []),
          // One that is not among those that were asked for.
          ...(chosen === "" || isListed ? [] : [[chosen, own.checkout.productNumber(chosen)] as const]),
          ...products.map(({ id, title }) => [String(id), title] as const),
        ]}
        onValue={onChoice}
        fault={fault}
      />
      {pages < last ? (
        <button type="button" class="plain" onClick={() => setPages(pages + 1)}>
          {own.checkout.earlierProducts}
        </button>
      ) : null}
    </div>
  )
}
