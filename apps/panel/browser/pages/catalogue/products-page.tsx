/** The products that a company has registered. */
import { type ProductView, panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { readReais, typedReais } from "../../../src/reais.ts"
import { catalogueWords } from "../../../src/text/catalogue/words.ts"
import { Field } from "../../parts/field.tsx"
import { pageIn } from "../../parts/pager.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { type Drafting, Entries } from "./entries.tsx"

interface ProductDraft {
  readonly sku: string
  readonly title: string
  readonly price: string
  readonly cost: string
}

const { products } = panelOperations
const needs = { make: products.create, change: products.update, remove: products.remove }

export const ProductsPage = () => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const typed = (amount: number): string => typedReais(amount, words.decimalMark)
  // The service refuses an unreadable amount.
  const requestOf = ({ cost, price, sku, title }: ProductDraft) => ({
    sku,
    title,
    unit_price: readReais(price, words.decimalMark) ?? -1,
    price_cost: cost.trim() === "" ? null : (readReais(cost, words.decimalMark) ?? -1),
  })
  return (
    <Entries
      title={words.pages.products}
      list={client.products.list({ params: { company }, query: { page: PageNumber.make(pageIn(query)) } })}
      about={url}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      needs={needs}
      deeds={own.product.deeds}
      inUse={own.product.inUse}
      empty={<p>{own.product.none}</p>}
      columns={[
        { title: words.link.title, cell: ({ title }) => title },
        { title: own.product.sku, cell: ({ sku }) => sku },
        {
          title: own.product.cost,
          cell: ({ price_cost: cost }) => (cost === null ? "–" : words.money(cost)),
          isNumber: true,
        },
        {
          title: own.product.price,
          cell: ({ unit_price: price }) => words.money(price),
          isNumber: true,
        },
      ]}
      draftOf={(product: ProductView | null): ProductDraft => ({
        sku: product?.sku ?? "",
        title: product?.title ?? "",
        price: product === null ? "" : typed(product.unit_price),
        cost: product === null || product.price_cost === null ? "" : typed(product.price_cost),
      })}
      texts={({ sku, title }) => ({ sku, title })}
      fields={(drafting) => <Fields {...drafting} />}
      save={(draft, product, key) =>
        product === null
          ? client.products.create({
              params: { company },
              headers: { "idempotency-key": key },
              payload: requestOf(draft),
            })
          : client.products.update({ params: { company, product: String(product.id) }, payload: requestOf(draft) })
      }
      remove={({ id }) => client.products.remove({ params: { company, product: String(id) } })}
    />
  )
}

const Fields = ({ draft, isWrong, set }: Drafting<ProductDraft>) => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  return (
    <>
      <Field
        label={words.link.title}
        value={draft.title}
        isFirst
        onValue={set("title")}
        fault={isWrong("title") ? words.link.faults.title : undefined}
        isRequired
      />
      <Field
        label={own.product.sku}
        hint={own.product.skuHint}
        value={draft.sku}
        onValue={set("sku")}
        fault={isWrong("sku") ? own.product.skuWrong : undefined}
        isRequired
      />
      <div class="row">
        <Field
          label={own.product.price}
          value={draft.price}
          onValue={set("price")}
          inputMode="decimal"
          fault={isWrong("unit_price") ? own.amountWrong : undefined}
          isRequired
        />
        <Field
          label={own.product.cost}
          hint={own.product.costHint}
          value={draft.cost}
          onValue={set("cost")}
          inputMode="decimal"
          fault={isWrong("price_cost") ? own.amountWrong : undefined}
        />
      </div>
    </>
  )
}
