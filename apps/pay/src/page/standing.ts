/**
 * How a link or an order stands, in a few words: the page is drawn anew where they are others.
 */
import { PayerLinkView, PayerOrderView } from "@vintem/contract"
import * as Schema from "effect/Schema"

const { cannot_be_paid_because, methods } = PayerLinkView.fields
const common = { cannot_be_paid_because, methods }

/** What is read of the JSON for that. */
export const LinkStanding = Schema.Struct({ ...common, status: PayerLinkView.fields.status })
export const OrderStanding = Schema.Struct({
  ...common,
  status: PayerOrderView.fields.status,
  pix: Schema.NullOr(Schema.Struct({ code: Schema.String })),
  bank_slip: Schema.NullOr(Schema.Struct({ line: Schema.String })),
})

/** @param link - the view, or what was read of its JSON */
export const linkStanding = (link: typeof LinkStanding.Type): string => inWords(link)

/** @param order - the view, or what was read of its JSON */
export const orderStanding = (order: typeof OrderStanding.Type): string =>
  [inWords(order), order.pix?.code ?? "", order.bank_slip?.line ?? ""].join("|")

const inWords = ({ cannot_be_paid_because: why, methods: offered, status }: Standing): string =>
  [status, why ?? "payable", ...offered].join(" ")

type Standing = Omit<typeof LinkStanding.Type, "status"> & { readonly status: string }
