import type { CustomerWords } from "./words.ts"

const of = (one: string, several: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

export const english: CustomerWords = {
  none: "No customers yet. Payers appear here after their first order: send a payment link.",
  noneFound: "No customer has this document or e-mail.",
  search: "Search",
  searchHint: "CPF, CNPJ or e-mail",
  searchWrong: "Enter a complete CPF, CNPJ or e-mail.",
  all: "All customers",
  person: "Customer",
  erased: (when) => `This customer's data was erased on ${when}.`,
  orders: "Orders",
  noOrders: "No orders.",
  ordersOfErased: "The orders remain without personal data. Find them by number.",
  subscriptions: "Subscriptions",
  noSubscriptions: "No subscriptions.",
  links: "Payment links",
  noLinks: "No links.",
  cards: "Saved cards",
  noCards: "No saved cards.",
  card: "Card",
  saved: "Saved",
  latest: (count) => `The latest ${count}.`,
  export: {
    verb: "Export the data",
    says: (name) =>
      `A file with everything stored about ${name} is saved on this computer. It is only for them: delete it here after you hand it over.`,
    done: "The file was saved.",
  },
  erase: {
    verb: "Erase the data",
    says: (name) =>
      `Name, e-mail, document, telephone and address of ${name} are overwritten wherever they are stored, and saved cards are deleted. This cannot be undone.`,
    goes: "This affects:",
    counts: {
      orders: of("order", "orders"),
      subscriptions: of("subscription", "subscriptions"),
      payment_links: of("payment link", "payment links"),
      batch_entries: of("batch entry", "batch entries"),
      saved_cards: of("saved card", "saved cards"),
    },
    stays: "Orders keep their number, dates, amounts and items, as tax law requires. Pending webhooks are not sent.",
    exportFirst: "If they want their data, export it first: afterwards nothing is left to export.",
    done: "The data was erased.",
    prevented: {
      subscriptions_run: "It cannot be erased while a subscription runs. Cancel it first:",
      orders_open:
        "It cannot be erased while money may move. Cancel the order first, or wait until it is paid or expired, its refund has arrived, or its dispute is over:",
      batches_unfinished:
        "It cannot be erased while the links of a batch are being created. Wait for the batch, or stop it:",
    },
    more: (count) => `and ${count} more`,
  },
}
