/** Codes for discounts. */
import { type CouponView, panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { readReais } from "../../../src/reais.ts"
import { catalogueWords } from "../../../src/text/catalogue/words.ts"
import { Choice, Field } from "../../parts/field.tsx"
import { pageIn } from "../../parts/pager.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { type Drafting, Entries } from "./entries.tsx"

interface CouponDraft {
  readonly code: string
  readonly takes: "percent" | "amount"
  readonly off: string
  readonly lastDay: string
  /** Empty for any number. */
  readonly maxUses: string
}

const { coupons } = panelOperations
const needs = { make: coupons.create, change: coupons.update, remove: coupons.remove }

const dayOf = (coupon: CouponView | null): string => coupon?.expires_at?.slice(0, 10) ?? ""

/** The service refuses invalid values. An expiry that was not edited keeps its seconds. */
const requestOf = (draft: CouponDraft, coupon: CouponView | null, off: number) => ({
  ...(draft.takes === "percent" ? { percent: off } : { amount: off }),
  ...(draft.lastDay === dayOf(coupon) ? {} : { expires_at: draft.lastDay === "" ? null : draft.lastDay }),
  max_uses: draft.maxUses.trim() === "" ? null : usesIn(draft.maxUses),
})

const usesIn = (text: string): number => (/^\d{1,9}$/u.test(text.trim()) ? Number(text) : 0)

export const CouponsPage = () => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const offIn = ({ off }: CouponDraft): number => readReais(off, words.decimalMark) ?? 0
  const typed = (amount: number): string => String(amount).replace(".", words.decimalMark)
  return (
    <Entries
      title={words.pages.coupons}
      list={client.coupons.list({ params: { company }, query: { page: PageNumber.make(pageIn(query)) } })}
      about={url}
      keyOf={({ code }) => code}
      nameOf={({ code }) => code}
      needs={needs}
      deeds={own.coupon.deeds}
      empty={<p>{own.coupon.none}</p>}
      columns={[
        { title: own.coupon.code, cell: ({ code }) => <code>{code}</code> },
        {
          title: own.coupon.off,
          cell: ({ amount, percent }) => (percent === null ? words.money(amount ?? 0) : own.coupon.percentOff(percent)),
          isNumber: true,
        },
        {
          title: own.coupon.lastDay,
          cell: ({ expires_at: last }) => (last === null ? words.link.noLastDay : words.minute(last)),
        },
        {
          title: own.coupon.uses,
          cell: ({ max_uses: most, uses }) => own.coupon.usesOf(uses, most),
        },
      ]}
      draftOf={(coupon: CouponView | null): CouponDraft => ({
        code: coupon?.code ?? "",
        takes: coupon !== null && coupon.percent === null ? "amount" : "percent",
        off: coupon === null ? "" : typed(coupon.percent ?? coupon.amount ?? 0),
        lastDay: dayOf(coupon),
        maxUses: String(coupon?.max_uses ?? ""),
      })}
      fields={(drafting) => <Fields {...drafting} />}
      save={(draft, coupon, key) =>
        coupon === null
          ? client.coupons.create({
              params: { company },
              headers: { "idempotency-key": key },
              payload: { code: draft.code, ...requestOf(draft, null, offIn(draft)) },
            })
          : client.coupons.update({
              params: { company, code: coupon.code },
              payload: requestOf(draft, coupon, offIn(draft)),
            })
      }
      remove={({ code }) => client.coupons.remove({ params: { company, code } })}
    />
  )
}

const Fields = ({ draft, isNew, isWrong, set }: Drafting<CouponDraft>) => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { coupon, countWrong } = own
  return (
    <>
      {isNew ? (
        <Field
          label={coupon.code}
          hint={coupon.codeHint}
          value={draft.code}
          isFirst
          onValue={set("code")}
          fault={isWrong("code") ? coupon.codeWrong : undefined}
          isRequired
        />
      ) : null}
      <div class="row">
        <Choice
          label={coupon.takes}
          value={draft.takes}
          options={[
            ["percent", coupon.aPercentage],
            ["amount", coupon.anAmount],
          ]}
          onValue={set("takes")}
        />
        <Field
          label={coupon.off}
          value={draft.off}
          isFirst={!isNew}
          onValue={set("off")}
          inputMode="decimal"
          fault={isWrong(draft.takes) ? coupon.offWrong : undefined}
          isRequired
        />
      </div>
      <div class="row">
        <Field
          label={coupon.lastDay}
          type="date"
          value={draft.lastDay}
          onValue={set("lastDay")}
          fault={isWrong("expires_at") ? words.link.faults.lastDay : undefined}
        />
        <Field
          label={coupon.maxUses}
          hint={coupon.maxUsesHint}
          value={draft.maxUses}
          onValue={set("maxUses")}
          inputMode="numeric"
          fault={isWrong("max_uses") ? countWrong : undefined}
        />
      </div>
    </>
  )
}
