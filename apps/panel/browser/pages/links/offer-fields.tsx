/** Payment terms of a link, or of each link in a batch: methods, installments, and who bears the fees. */
import { FeeMode } from "@vintem/domain/fees"
import { installmentsMax } from "@vintem/domain/installments"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import type { LinkMethods } from "@vintem/domain/payment-link"
import { Choice, Tick, Ticks } from "../../parts/field.tsx"
import { useWords } from "../../state/language.ts"

interface Offer {
  readonly methods: LinkMethods
  readonly installments: string
  readonly feeMode: FeeMode
}

interface OfferFieldsProps {
  readonly offer: Offer
  readonly onOffer: (change: Partial<Offer>) => void
  /** The fault of the methods. */
  readonly fault: string | undefined
}

export const OfferFields = ({ fault, offer, onOffer }: OfferFieldsProps) => {
  const words = useWords()
  return (
    <>
      <Ticks legend={words.link.methods} fault={fault}>
        {PaymentMethod.literals.map((method) => (
          <Tick
            key={method}
            label={methodRules[method].title[words.language]}
            isOn={offer.methods[method]}
            onChange={(isOn) => onOffer({ methods: { ...offer.methods, [method]: isOn } })}
          />
        ))}
      </Ticks>
      <div class="row">
        <Choice
          label={words.link.installments}
          value={offer.installments}
          options={Array.from({ length: installmentsMax }, (_, index) => [
            String(index + 1),
            words.link.installmentsUpTo(index + 1),
          ])}
          onValue={(installments) => onOffer({ installments })}
        />
        <Choice
          label={words.link.feeMode}
          value={offer.feeMode}
          options={FeeMode.literals.map((mode) => [mode, words.feeModes[mode]])}
          onValue={(feeMode) => onOffer({ feeMode })}
        />
      </div>
    </>
  )
}
