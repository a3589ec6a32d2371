/** Offers of products, once or by subscription. */
import { type CheckoutView, panelOperations } from "@vintem/contract"
import { RecurrenceUnit } from "@vintem/domain/catalogue"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { catalogueWords } from "../../../src/text/catalogue/words.ts"
import { Choice, Field } from "../../parts/field.tsx"
import { pageIn } from "../../parts/pager.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { type Drafting, Entries } from "./entries.tsx"
import { ProductChoice } from "./product-choice.tsx"

interface CheckoutDraft {
  readonly title: string
  readonly slug: string
  /** The product's id; empty until one is chosen. */
  readonly product: string
  readonly quantity: string
  readonly every: RecurrenceUnit | "once"
  readonly count: string
  /** Empty for a subscription without end. */
  readonly cycles: string
  readonly redirect: string
}

const { checkouts } = panelOperations
const needs = { make: checkouts.create, change: checkouts.update, remove: checkouts.remove }

const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

/** The service refuses texts that are no numbers. */
const requestOf = (draft: CheckoutDraft) => ({
  title: draft.title,
  product_id: Number(draft.product),
  quantity: numberIn(draft.quantity),
  redirect_after_success: orNull(draft.redirect),
  recurrence:
    draft.every === "once"
      ? null
      : {
          every: draft.every,
          count: numberIn(draft.count),
          cycles: draft.cycles.trim() === "" ? null : numberIn(draft.cycles),
        },
})

const numberIn = (text: string): number => (/^\d{1,9}$/u.test(text.trim()) ? Number(text) : 0)

export const CheckoutsPage = () => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  return (
    <Entries
      title={words.pages.checkouts}
      list={client.checkouts.list({ params: { company }, query: { page: PageNumber.make(pageIn(query)) } })}
      about={url}
      keyOf={({ slug }) => slug}
      nameOf={({ title }) => title}
      needs={needs}
      deeds={own.checkout.deeds}
      empty={
        <>
          <p>{own.checkout.none}</p>
          <p>
            <a href={pathTo(companyPaths.products, { company })}>{words.pages.products}</a>
          </p>
        </>
      }
      columns={[
        { title: words.link.title, cell: ({ title }) => title },
        { title: own.checkout.slug, cell: ({ slug }) => <code>{slug}</code> },
        { title: words.order.quantity, cell: ({ quantity }) => quantity, isNumber: true },
        {
          title: own.checkout.repeats,
          cell: ({ recurrence }) =>
            recurrence === null
              ? own.checkout.once
              : own.checkout.every(recurrence.every, recurrence.count, recurrence.cycles),
        },
      ]}
      draftOf={(checkout: CheckoutView | null): CheckoutDraft => ({
        title: checkout?.title ?? "",
        slug: checkout?.slug ?? "",
        product: checkout === null ? "" : String(checkout.product_id),
        quantity: String(checkout?.quantity ?? 1),
        every: checkout?.recurrence?.every ?? "once",
        count: String(checkout?.recurrence?.count ?? 1),
        cycles: String(checkout?.recurrence?.cycles ?? ""),
        redirect: checkout?.redirect_after_success ?? "",
      })}
      texts={({ title }) => ({ title })}
      fields={(drafting) => <Fields {...drafting} />}
      save={(draft, checkout, key) =>
        checkout === null
          ? client.checkouts.create({
              params: { company },
              headers: { "idempotency-key": key },
              payload: { ...requestOf(draft), ...(draft.slug.trim() === "" ? {} : { slug: draft.slug }) },
            })
          : client.checkouts.update({ params: { company, slug: checkout.slug }, payload: requestOf(draft) })
      }
      remove={({ slug }) => client.checkouts.remove({ params: { company, slug } })}
    />
  )
}

const Fields = ({ draft, isNew, isWrong, set }: Drafting<CheckoutDraft>) => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { checkout, countWrong } = own
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
      {isNew ? (
        <Field
          label={checkout.slug}
          hint={checkout.slugHint}
          value={draft.slug}
          onValue={set("slug")}
          fault={isWrong("slug") ? checkout.slugWrong : undefined}
        />
      ) : null}
      <div class="row">
        <ProductChoice
          chosen={draft.product}
          onChoice={set("product")}
          fault={isWrong("product_id") ? checkout.productWrong : undefined}
        />
        <Field
          label={words.order.quantity}
          value={draft.quantity}
          onValue={set("quantity")}
          inputMode="numeric"
          fault={isWrong("quantity") ? countWrong : undefined}
        />
      </div>
      <Choice
        label={checkout.repeats}
        hint={draft.every === "once" ? checkout.onceSays : checkout.repeatsSays}
        value={draft.every}
        options={[
          ["once", checkout.once],
          ...RecurrenceUnit.literals.map((unit) => [unit, checkout.units[unit]] as const),
        ]}
        onValue={set("every")}
      />
      {draft.every === "once" ? null : (
        <div class="row">
          <Field
            label={checkout.count(draft.every)}
            value={draft.count}
            onValue={set("count")}
            inputMode="numeric"
            fault={isWrong("recurrence.count") ? countWrong : undefined}
          />
          <Field
            label={checkout.cycles}
            hint={checkout.cyclesHint}
            value={draft.cycles}
            onValue={set("cycles")}
            inputMode="numeric"
            fault={isWrong("recurrence.cycles") ? countWrong : undefined}
          />
        </div>
      )}
      <Field
        label={words.settings.redirect}
        type="url"
        value={draft.redirect}
        onValue={set("redirect")}
        fault={isWrong("redirect_after_success") ? words.settings.wrong : undefined}
      />
    </>
  )
}
