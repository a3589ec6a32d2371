/** A batch's settings for all its links. */
import { batchNameLimits } from "@vintem/domain/batch"
import type { PageLanguage } from "@vintem/domain/company"
import { linkTextLimits } from "@vintem/domain/payment-link"
import { reaisMax } from "../../../src/reais.ts"
import { amountsOf, type BatchDraft } from "../../../src/sheet/batch-terms.ts"
import { batchWords } from "../../../src/text/batches/words.ts"
import { Choice, Field, LongField, Tick } from "../../parts/field.tsx"
import { languageNames } from "../../parts/language-names.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { OfferFields } from "../links/offer-fields.tsx"
import { RuleChoice } from "../links/rule-choice.tsx"

interface BatchOptionsProps {
  readonly draft: BatchDraft
  readonly onDraft: (change: Partial<BatchDraft>) => void
  /** Fields that the service refused; none before that. */
  readonly refused: ReadonlyMap<string, unknown> | undefined
  /** True once the user has tried to send it: faults are shown from then on. */
  readonly isTried: boolean
}

const { description, title } = linkTextLimits

export const BatchOptions = ({ draft, isTried, onDraft, refused }: BatchOptionsProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const { amount, long } = words.link.faults
  const amounts = amountsOf(draft, words.decimalMark)
  const amountFault = amount(words.money(reaisMax))
  const faultOf = (field: string, says: string): string | undefined => (refused?.has(field) === true ? says : undefined)
  const set =
    <K extends keyof BatchDraft>(name: K) =>
    (value: BatchDraft[K]): void =>
      onDraft({ [name]: value })
  const colorFault = faultOf("bg_color", words.settings.colorWrong)
  const redirectFault = faultOf("redirect_after_success", words.settings.wrong)
  const languages: ReadonlyArray<readonly [PageLanguage | "", string]> = [["", own.options.ofCompany], ...languageNames]
  return (
    <>
      <Field
        label={words.batch.name}
        value={draft.name}
        onValue={set("name")}
        fault={faultOf("name", long(batchNameLimits.max))}
      />
      <div class="row">
        <Field
          label={own.paste.titleForAll}
          value={draft.title}
          onValue={set("title")}
          fault={faultOf("title", long(title.max))}
        />
        <Field
          label={own.paste.amountForAll}
          value={draft.amount}
          onValue={set("amount")}
          inputMode="decimal"
          fault={isTried && amounts.amount === undefined ? amountFault : faultOf("amount", amountFault)}
        />
        <Field
          label={words.link.additional}
          value={draft.additional}
          onValue={set("additional")}
          inputMode="decimal"
          fault={isTried && amounts.additional === undefined ? amountFault : faultOf("additional_amount", amountFault)}
        />
      </div>
      <LongField
        label={words.link.description}
        rows={2}
        value={draft.description}
        onValue={set("description")}
        fault={faultOf("description", long(description.max))}
      />
      <div class="row">
        <Field
          label={words.link.lastDay}
          hint={own.options.lastDay}
          type="date"
          value={draft.lastDay}
          onValue={set("lastDay")}
          fault={faultOf("expired_at", words.link.faults.lastDay)}
        />
        <RuleChoice chosen={draft.rule} onChoice={set("rule")} />
      </div>
      <OfferFields offer={draft} onOffer={onDraft} fault={faultOf("enable_pix", words.link.faults.methods)} />
      <Tick label={words.link.once} isOn={draft.isPaidOnce} onChange={set("isPaidOnce")} />
      <details open={colorFault !== undefined || redirectFault !== undefined}>
        <summary>{own.options.more}</summary>
        <Tick label={own.options.isLogoShown} isOn={draft.isLogoShown} onChange={set("isLogoShown")} />
        <Tick label={own.options.areFieldsHidden} isOn={draft.areFieldsHidden} onChange={set("areFieldsHidden")} />
        <div class="row">
          <Choice
            label={words.settings.language}
            value={draft.language}
            options={languages}
            onValue={set("language")}
          />
          <Field label={words.settings.color} value={draft.color} onValue={set("color")} fault={colorFault} />
          <Field
            label={words.settings.redirect}
            type="url"
            value={draft.redirect}
            onValue={set("redirect")}
            fault={redirectFault}
          />
        </div>
      </details>
    </>
  )
}
