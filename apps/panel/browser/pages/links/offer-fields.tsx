/**
 * How a link, or each link of a batch, can be paid: its methods, its installments, and who bears the fees.
 */
import { FeeMode } from "@vintem/domain/fees"
import { installmentsMax } from "@vintem/domain/installments"
import { Choice, Tick, Ticks } from "../../parts/field.tsx"
import { useWords } from "../../state/language.ts"

interface Offer {
  readonly pix: boolean
  readonly credit: boolean
  readonly bankSlip: boolean
  readonly installments: string
  readonly feeMode: FeeMode
}

interface OfferFieldsProps {
  readonly offer: Offer
  readonly onOffer: (change: Partial<Offer>) => void
  /** What is wrong with the methods. */
  readonly fault: string | undefined
}

export const OfferFields = ({ fault, offer, onOffer }: OfferFieldsProps) => {
  const words = useWords()
  return (
    <>
      <Ticks legend={words.link.methods} fault={fault}>
        <Tick label={words.methods.pix} isOn={offer.pix} onChange={(pix) => onOffer({ pix })} />
        <Tick label={words.methods.credit} isOn={offer.credit} onChange={(credit) => onOffer({ credit })} />
        <Tick label={words.methods.bank_slip} isOn={offer.bankSlip} onChange={(bankSlip) => onOffer({ bankSlip })} />
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
