import type { CatalogueWords } from "./words.ts"

const unitNames = { day: "day", week: "week", month: "month", year: "year" } as const

export const english: CatalogueWords = {
  amountWrong: "Enter an amount, zero or more.",
  countWrong: "Enter a whole number of at least 1 that is not too large.",
  product: {
    none: "There are no products yet. Create one, and then a checkout that sells it. Payment links need none.",
    sku: "Your code (SKU)",
    skuHint: "As your stock knows it. Two products may share one.",
    skuWrong: "Enter a code of at most 255 characters.",
    price: "Price",
    cost: "What it costs you",
    costHint: "Nobody else sees this.",
    deeds: {
      make: { verb: "Create a product", says: "Checkouts can sell it from then on.", done: "The product was created." },
      change: {
        verb: "Change",
        says: "The next orders are placed with what is written here. Orders that were placed stay as they are.",
        done: "The product was changed.",
      },
      remove: {
        verb: "Delete",
        says: "No checkout can sell it any more. Orders that were placed stay as they are. This cannot be undone.",
        done: "The product was deleted.",
      },
    },
    inUse: "A checkout still sells this product. Delete that one first.",
  },
  checkout: {
    none: "There are no checkouts yet. Create one of a product: your shop orders it by its name in the address.",
    slug: "Name in the address",
    slugHint:
      "Letters without accents, digits and hyphens. It cannot be changed later. Without one, it is made of the title.",
    slugWrong: "Choose another name: 1 to 100 letters without accents, digits, hyphens or underscores, and not taken.",
    product: "Product",
    chooseProduct: "Choose a product",
    earlierProducts: "Show earlier products",
    productNumber: (id) => `Product ${id}`,
    productWrong: "Choose a product.",
    repeats: "Is charged",
    once: "Once",
    onceSays: "Every order is a sale of its own.",
    repeatsSays: "Every paid order begins a subscription, which is charged by itself from then on.",
    units: {
      day: "Every so many days",
      week: "Every so many weeks",
      month: "Every so many months",
      year: "Every so many years",
    },
    every: (unit, count, cycles) =>
      `every ${count === 1 ? unitNames[unit] : `${count} ${unitNames[unit]}s`}${cycles === null ? "" : `, ${cycles} times in all`}`,
    count: (unit) => `How many ${unitNames[unit]}s`,
    cycles: "Charges in all",
    cyclesHint: "With the first one. Empty has no end.",
    deeds: {
      make: {
        verb: "Create a checkout",
        says: "Your shop can order it from then on.",
        done: "The checkout was created.",
      },
      change: {
        verb: "Change",
        says: "The next orders are placed with what is written here. Orders and subscriptions that were begun stay as they are.",
        done: "The checkout was changed.",
      },
      remove: {
        verb: "Delete",
        says: "It sells no longer. Orders and subscriptions that were begun go on. This cannot be undone.",
        done: "The checkout was deleted.",
      },
    },
  },
  coupon: {
    none: "There are no coupons yet. Create one, and tell its code to whom you want to give something off.",
    code: "Code",
    codeHint: "What payers type, in small or capital letters. It cannot be changed later.",
    codeWrong: "Choose another code: letters without accents, digits and . _ % + -, and not taken.",
    takes: "Takes off",
    aPercentage: "A percentage",
    anAmount: "An amount",
    off: "How much",
    offWrong: "Enter more than zero, and at most 100 where it is a percentage.",
    percentOff: (percent) => `${percent}%`,
    lastDay: "Last day",
    maxUses: "How many orders may use it",
    maxUsesHint: "Empty is any number.",
    uses: "Used",
    usesOf: (uses, most) => (most === null ? String(uses) : `${uses} of ${most}`),
    deeds: {
      make: {
        verb: "Create a coupon",
        says: "Anyone who knows its code can use it from then on.",
        done: "The coupon was created.",
      },
      change: {
        verb: "Change",
        says: "It counts for the next orders. Orders that were placed keep what was taken off.",
        done: "The coupon was changed.",
      },
      remove: {
        verb: "Delete",
        says: "It can be used no longer. Orders that were placed keep what was taken off. This cannot be undone.",
        done: "The coupon was deleted.",
      },
    },
  },
  rule: {
    none: "There are no reminder rules yet. Create one, and links that name it remind their payers by e-mail.",
    nameWrong: "Enter a name of at most 150 characters.",
    token: "Token",
    reminders: "Reminders",
    on: (days) =>
      days === 0
        ? "on the last day"
        : `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"} ${days < 0 ? "before" : "after"}`,
    when: (position) => `Reminder ${position}`,
    before: "Before the last day",
    onTheDay: "On the last day",
    after: "After the last day",
    days: (position) => `Days of reminder ${position}`,
    daysWrong: "Enter 1 to 365, each day once.",
    add: "Add a reminder",
    drop: "Remove",
    dropOne: (position) => `Remove reminder ${position}`,
    deeds: {
      make: {
        verb: "Create a rule",
        says: "No payer is reminded yet: links and batches name the rule by its token, and those that do remind their payers.",
        done: "The rule was created.",
      },
      change: {
        verb: "Change",
        says: "The next reminders of all links that name it go by what is written here. What was sent stays sent.",
        done: "The rule was changed.",
      },
      remove: {
        verb: "Delete",
        says: "Links that name it send no more reminders. This cannot be undone.",
        done: "The rule was deleted.",
      },
    },
  },
}
