import type { CustomerWords } from "./words.ts"

const of = (one: string, several: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

export const english: CustomerWords = {
  none: "No customers yet. Whoever pays for the first time is here from then on: send somebody a payment link.",
  noneFound: "No customer has this document or e-mail.",
  search: "Search",
  searchHint: "CPF, CNPJ or e-mail",
  searchWrong: "Enter a whole CPF, CNPJ or e-mail.",
  all: "All customers",
  person: "Who it is",
  erased: (when) => `The data of this customer was erased on ${when}.`,
  orders: "Orders",
  noOrders: "No orders.",
  ordersOfErased: "The orders are kept without the person. Find one by its number.",
  subscriptions: "Subscriptions",
  noSubscriptions: "No subscriptions.",
  links: "Payment links made out to them",
  noLinks: "No links.",
  cards: "Saved cards",
  noCards: "No saved cards.",
  card: "Card",
  saved: "Saved",
  latest: (count) => `The latest ${count}.`,
  export: {
    verb: "Hand over the data",
    says: (name) =>
      `A file with everything that is stored of ${name} is saved on this computer. It is for them alone: delete it here once they have it.`,
    done: "The file was made.",
  },
  erase: {
    verb: "Erase the data",
    says: (name) =>
      `Name, e-mail, document, telephone and address of ${name} are overwritten wherever they are stored, and saved cards are deleted. This cannot be undone.`,
    goes: "What it concerns:",
    counts: {
      orders: of("order", "orders"),
      subscriptions: of("subscription", "subscriptions"),
      payment_links: of("payment link", "payment links"),
      batch_entries: of("place on a list of a batch", "places on lists of batches"),
      saved_cards: of("saved card", "saved cards"),
    },
    stays:
      "Orders keep their number, dates, amounts and items, as tax law asks. Webhooks that still wait are not sent.",
    exportFirst: "Whoever wants their data handed over gets it before: afterwards nothing is left to hand over.",
    done: "The data was erased.",
    prevented: {
      subscriptions_run: "It cannot be erased while a subscription runs. Cancel it first:",
      orders_open:
        "It cannot be erased while money may move. Cancel the order first, or wait until it is paid or expired, the refund is there, or the dispute is over:",
      batches_unfinished: "It cannot be erased while links of a batch are being made. Wait for it, or stop it:",
    },
    more: (count) => `and ${count} more`,
  },
}
