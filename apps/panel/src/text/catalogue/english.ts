import type { CatalogueWords } from "./words.ts"

const unitNames = { day: "day", week: "week", month: "month", year: "year" } as const

export const english: CatalogueWords = {
  amountWrong: "Enter an amount, zero or more.",
  countWrong: "Enter a whole number of at least 1 that is not too large.",
  product: {
    none: "No products yet. Create one, then a checkout that sells it. Payment links do not need products.",
    sku: "Your code (SKU)",
    skuHint: "Your stock code. Products may share one.",
    skuWrong: "Enter a code of at most 255 characters.",
    price: "Price",
    cost: "Your cost",
    costHint: "Payers do not see this.",
    deeds: {
      make: { verb: "Create a product", says: "Checkouts can then sell it.", done: "The product was created." },
      change: {
        verb: "Change",
        says: "The change applies to new orders. Existing orders stay as they are.",
        done: "The product was changed.",
      },
      remove: {
        verb: "Delete",
        says: "Checkouts can no longer sell it. Existing orders stay as they are. This cannot be undone.",
        done: "The product was deleted.",
      },
    },
    inUse: "A checkout still sells this product. Delete the checkout first.",
  },
  checkout: {
    none: "No checkouts yet. Create one for a product: your shop orders it by its slug.",
    slug: "Slug",
    slugHint:
      "Letters without accents, digits and hyphens. It cannot be changed later. If empty, it is made from the title.",
    slugWrong: "Choose another slug: 1 to 100 letters without accents, digits, hyphens or underscores, not yet taken.",
    product: "Product",
    chooseProduct: "Choose a product",
    earlierProducts: "Show earlier products",
    productNumber: (id) => `Product ${id}`,
    productWrong: "Choose a product.",
    repeats: "Charged",
    once: "Once",
    onceSays: "Every order is a single sale.",
    repeatsSays: "Every paid order starts a subscription, which is then charged automatically.",
    units: {
      day: "Every few days",
      week: "Every few weeks",
      month: "Every few months",
      year: "Every few years",
    },
    every: (unit, count, cycles) =>
      `every ${count === 1 ? unitNames[unit] : `${count} ${unitNames[unit]}s`}${cycles === null ? "" : `, ${cycles} times in total`}`,
    count: (unit) => `How many ${unitNames[unit]}s`,
    cycles: "Number of charges",
    cyclesHint: "Including the first. If empty, there is no end.",
    deeds: {
      make: {
        verb: "Create a checkout",
        says: "Your shop can then order it.",
        done: "The checkout was created.",
      },
      change: {
        verb: "Change",
        says: "The change applies to new orders. Existing orders and subscriptions stay as they are.",
        done: "The checkout was changed.",
      },
      remove: {
        verb: "Delete",
        says: "It can no longer be ordered. Existing orders and subscriptions continue. This cannot be undone.",
        done: "The checkout was deleted.",
      },
    },
  },
  coupon: {
    none: "No coupons yet. Create one, and give its code to those who get the discount.",
    code: "Code",
    codeHint: "Payers type it; case does not matter. It cannot be changed later.",
    codeWrong: "Choose another code: letters without accents, digits and . _ % + -, not yet taken.",
    takes: "Discount",
    aPercentage: "A percentage",
    anAmount: "An amount",
    off: "Value",
    offWrong: "Enter more than zero, and at most 100 for a percentage.",
    percentOff: (percent) => `${percent}%`,
    lastDay: "Last day",
    maxUses: "Limit of uses",
    maxUsesHint: "If empty, any number.",
    uses: "Used",
    usesOf: (uses, most) => (most === null ? String(uses) : `${uses} of ${most}`),
    deeds: {
      make: {
        verb: "Create a coupon",
        says: "Anyone who knows its code can then use it.",
        done: "The coupon was created.",
      },
      change: {
        verb: "Change",
        says: "The change applies to new orders. Existing orders keep their discount.",
        done: "The coupon was changed.",
      },
      remove: {
        verb: "Delete",
        says: "It can no longer be used. Existing orders keep their discount. This cannot be undone.",
        done: "The coupon was deleted.",
      },
    },
  },
  rule: {
    none: "No reminder rules yet. Create one: links with the rule remind their payers by e-mail.",
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
    daysWrong: "Enter 1 to 365; no day twice.",
    add: "Add a reminder",
    drop: "Remove",
    dropOne: (position) => `Remove reminder ${position}`,
    deeds: {
      make: {
        verb: "Create a rule",
        says: "It reminds no payer by itself: give its token to the links and batches that should remind theirs.",
        done: "The rule was created.",
      },
      change: {
        verb: "Change",
        says: "The change applies to the next reminders of all links with this rule.",
        done: "The rule was changed.",
      },
      remove: {
        verb: "Delete",
        says: "Links with this rule send no more reminders. This cannot be undone.",
        done: "The rule was deleted.",
      },
    },
  },
}
