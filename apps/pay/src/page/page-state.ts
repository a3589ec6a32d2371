/** The state of a link or an order, as a short text: the page is refreshed if the text changes. */
import { PayerLinkView, PayerOrderView } from "@vintem/contract"
import { forEachIssuedMethod, issuedMethods } from "@vintem/domain/method"
import * as Schema from "effect/Schema"

const { cannot_be_paid_because, methods } = PayerLinkView.fields
const common = { cannot_be_paid_because, methods }

/** The fields of a link's JSON that its state needs. */
export const LinkState = Schema.Struct({ ...common, status: PayerLinkView.fields.status })
export const OrderState = Schema.Struct({
  ...common,
  status: PayerOrderView.fields.status,
  ...forEachIssuedMethod((method) => PayerOrderView.fields[method]),
})

/** @param link - the view, or these fields of its JSON */
export const linkState = (link: typeof LinkState.Type): string => inWords(link)

/** @param order - the view, or these fields of its JSON */
export const orderState = (order: typeof OrderState.Type): string =>
  [inWords(order), ...issuedMethods.map((method) => Object.values(order[method] ?? {}).join(" "))].join("|")

/** True if nothing is left to pay: typed values are of no use. */
export const isOver = ({ cannot_be_paid_because: why }: Pick<Shown, "cannot_be_paid_because">): boolean =>
  why === "closed"

const inWords = ({ cannot_be_paid_because: why, methods: offered, status }: Shown): string =>
  [status, why ?? "payable", ...offered].join(" ")

type Shown = Omit<typeof LinkState.Type, "status"> & { readonly status: string }
