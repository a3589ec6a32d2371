/** The form of a payment link, next to a preview of the payer's page. */
import { forEachFlag, type PaymentLinkRequest, type PaymentLinkView } from "@vintem/contract"
import type { FeeMode } from "@vintem/domain/fees"
import { forEachMethod } from "@vintem/domain/method"
import { type LinkMethods, linkTextLimits } from "@vintem/domain/payment-link"
import { parseText, type TextLimits } from "@vintem/domain/text"
import * as Result from "effect/Result"
import { useEffect, useRef, useState } from "preact/hooks"
import { methodNames, methodsOf } from "../../../src/methods-shown.ts"
import { type DecimalMark, readReais, reaisMax, typedReais } from "../../../src/reais.ts"
import type { Commanding } from "../../ask/use-command.ts"
import { Field, LongField, Tick } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { useWords } from "../../state/language.ts"
import { OfferFields } from "./offer-fields.tsx"
import { RuleChoice } from "./rule-choice.tsx"

/** A link's values in the form. */
export interface LinkDraft {
  readonly title: string
  readonly amount: string
  /** Empty if nothing is added. */
  readonly additional: string
  readonly description: string
  readonly reference: string
  readonly lastDay: string
  /** The token of the rule that reminds the payer; empty for none. */
  readonly rule: string
  readonly isPaidOnce: boolean
  readonly methods: LinkMethods
  readonly installments: string
  readonly feeMode: FeeMode
  readonly customerName: string
  readonly customerEmail: string
}

export const newDraft: LinkDraft = {
  title: "",
  amount: "",
  additional: "",
  description: "",
  reference: "",
  lastDay: "",
  rule: "",
  isPaidOnce: true,
  methods: forEachMethod(() => true),
  installments: "1",
  feeMode: "none",
  customerName: "",
  customerEmail: "",
}

/**
 * @param rule - the token of its rule; null if it has none
 * @param decimalMark - of the form's language
 */
export const draftOf = (link: PaymentLinkView, rule: string | null, decimalMark: DecimalMark): LinkDraft => ({
  title: link.title,
  amount: typedReais(link.amount, decimalMark),
  additional: link.additional_amount === 0 ? "" : typedReais(link.additional_amount, decimalMark),
  description: link.description,
  reference: link.reference ?? "",
  lastDay: link.expired_at ?? "",
  rule: rule ?? "",
  isPaidOnce: link.expire_after_payment,
  methods: methodsOf(link),
  installments: String(link.installments),
  feeMode: link.fee_mode,
  customerName: link.customer_name ?? "",
  customerEmail: link.customer_email ?? "",
})

/** Empty values are cleared. The service refuses an unreadable amount. */
const requestOf = (draft: LinkDraft, decimalMark: DecimalMark): PaymentLinkRequest => ({
  title: draft.title,
  amount: readReais(draft.amount, decimalMark) ?? 0,
  additional_amount: draft.additional.trim() === "" ? null : (readReais(draft.additional, decimalMark) ?? -1),
  description: orNull(draft.description),
  reference: orNull(draft.reference),
  expired_at: orNull(draft.lastDay),
  payment_link_rule_token: orNull(draft.rule),
  expire_after_payment: draft.isPaidOnce,
  ...forEachFlag((method) => draft.methods[method]),
  installments: Number(draft.installments),
  fee_mode: draft.feeMode,
  customer_name: orNull(draft.customerName),
  customer_email: orNull(draft.customerEmail),
})

const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

interface LinkFormProps {
  readonly first: LinkDraft
  readonly verb: string
  readonly command: Commanding
  readonly onSubmit: (request: PaymentLinkRequest) => void
  /** The page that may show what was done already, if it is another page. */
  readonly look?: string
  /** Closes a form that was opened within a page, and so took the focus. */
  readonly onClose?: () => void
}

const { description, reference, title } = linkTextLimits

export const LinkForm = ({ command, first, look, onClose, onSubmit, verb }: LinkFormProps) => {
  const words = useWords()
  const [draft, setDraft] = useState(first)
  const columns = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (onClose !== undefined) columns.current?.querySelector("input")?.focus()
  }, [])
  const set =
    <K extends keyof LinkDraft>(name: K) =>
    (value: LinkDraft[K]): void =>
      setDraft((before) => ({ ...before, [name]: value }))
  const amountWrong = words.link.faults.amount(words.money(reaisMax))
  const faults = command.failure?.faults
  const faultOf = (field: string, said: string): string | undefined => (faults?.has(field) === true ? said : undefined)
  const textWrong = (text: string, limits: TextLimits, empty = words.link.faults.other): string =>
    Result.match(parseText(text, limits), {
      onSuccess: () => words.link.faults.other,
      onFailure: ({ reason }) => {
        if (reason === "too_long") return words.link.faults.long(limits.max)
        return reason === "control_character" || reason === "marks" ? words.link.faults.unseen : empty
      },
    })
  return (
    <div class="columns" ref={columns}>
      <CommandForm
        class="card"
        command={command}
        verb={verb}
        look={look}
        onSubmit={() => onSubmit(requestOf(draft, words.decimalMark))}
        others={
          onClose === undefined ? null : (
            <button type="button" onClick={onClose}>
              {words.dontDo}
            </button>
          )
        }
      >
        <Field
          label={words.link.title}
          value={draft.title}
          onValue={set("title")}
          fault={faultOf("title", textWrong(draft.title, title, words.link.faults.title))}
          isRequired
        />
        <div class="row">
          <Field
            label={words.link.amount}
            value={draft.amount}
            onValue={set("amount")}
            inputMode="decimal"
            fault={faultOf("amount", amountWrong)}
            isRequired
          />
          <Field
            label={words.link.additional}
            value={draft.additional}
            onValue={set("additional")}
            inputMode="decimal"
            fault={faultOf("additional_amount", amountWrong)}
          />
          <Field
            label={words.link.lastDay}
            type="date"
            value={draft.lastDay}
            onValue={set("lastDay")}
            fault={faultOf("expired_at", words.link.faults.lastDay)}
          />
        </div>
        <LongField
          label={words.link.description}
          rows={3}
          value={draft.description}
          onValue={set("description")}
          fault={faultOf("description", textWrong(draft.description, description))}
        />
        <OfferFields
          offer={draft}
          onOffer={(change) => setDraft((before) => ({ ...before, ...change }))}
          fault={faultOf("enable_pix", words.link.faults.methods)}
        />
        <RuleChoice chosen={draft.rule} onChoice={set("rule")} />
        <Tick label={words.link.once} isOn={draft.isPaidOnce} onChange={set("isPaidOnce")} />
        <div class="row">
          <Field
            label={words.link.customer}
            value={draft.customerName}
            onValue={set("customerName")}
            fault={faultOf("customer_name", words.link.faults.other)}
          />
          <Field
            label={words.link.customerEmail}
            type="email"
            value={draft.customerEmail}
            onValue={set("customerEmail")}
            fault={faultOf("customer_email", words.link.faults.email)}
          />
        </div>
        <Field
          label={words.link.reference}
          value={draft.reference}
          onValue={set("reference")}
          fault={faultOf("reference", textWrong(draft.reference, reference))}
        />
      </CommandForm>
      <Preview draft={draft} />
    </div>
  )
}

/** The beginning of the payer's page. */
const Preview = ({ draft }: { readonly draft: LinkDraft }) => {
  const words = useWords()
  const amountOf = (text: string): number => readReais(text, words.decimalMark) ?? 0
  return (
    <section class="card preview" aria-label={words.link.preview}>
      <p class="soft">{words.link.preview}</p>
      <h2>{draft.title.trim() === "" ? words.link.previewNoTitle : draft.title}</h2>
      <p>{draft.description}</p>
      <p class="total">{words.money(amountOf(draft.amount) + amountOf(draft.additional))}</p>
      {draft.feeMode === "customer_pay_fee" ? <p class="soft">{words.link.plusFee}</p> : null}
      <p>{methodNames(draft.methods, words)}</p>
      {draft.methods.credit ? <p class="soft">{words.link.installmentsUpTo(Number(draft.installments))}</p> : null}
      {draft.lastDay === "" ? null : <p class="soft">{`${words.link.lastDay}: ${words.day(draft.lastDay)}`}</p>}
    </section>
  )
}
