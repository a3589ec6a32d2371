/**
 * What the pages of products, checkouts, coupons and reminder rules say, in one language. It comes with these pages.
 */
import type { RecurrenceUnit } from "@vintem/domain/catalogue"
import type { Deed } from "../words.ts"

interface Deeds {
  readonly make: Deed
  readonly change: Deed
  readonly remove: Deed
}

export interface CatalogueWords {
  readonly amountWrong: string
  readonly countWrong: string
  readonly product: {
    readonly none: string
    readonly sku: string
    readonly skuHint: string
    readonly skuWrong: string
    readonly price: string
    readonly cost: string
    readonly costHint: string
    readonly deeds: Deeds
    readonly inUse: string
  }
  readonly checkout: {
    readonly none: string
    readonly slug: string
    readonly slugHint: string
    readonly slugWrong: string
    readonly product: string
    readonly chooseProduct: string
    readonly earlierProducts: string
    readonly productNumber: (id: string) => string
    readonly productWrong: string
    readonly repeats: string
    readonly once: string
    readonly onceSays: string
    readonly repeatsSays: string
    readonly units: Readonly<Record<RecurrenceUnit, string>>
    readonly every: (unit: RecurrenceUnit, count: number, cycles: number | null) => string
    readonly count: (unit: RecurrenceUnit) => string
    readonly cycles: string
    readonly cyclesHint: string
    readonly deeds: Deeds
  }
  readonly coupon: {
    readonly none: string
    readonly code: string
    readonly codeHint: string
    readonly codeWrong: string
    readonly takes: string
    readonly aPercentage: string
    readonly anAmount: string
    readonly off: string
    readonly offWrong: string
    readonly percentOff: (percent: number) => string
    readonly lastDay: string
    readonly maxUses: string
    readonly maxUsesHint: string
    readonly uses: string
    readonly usesOf: (uses: number, most: number | null) => string
    readonly deeds: Deeds
  }
  readonly rule: {
    readonly none: string
    readonly nameWrong: string
    readonly token: string
    readonly reminders: string
    /** @param days - from the link's last day, negative before it */
    readonly on: (days: number) => string
    readonly when: (position: number) => string
    readonly before: string
    readonly onTheDay: string
    readonly after: string
    readonly days: (position: number) => string
    readonly daysWrong: string
    readonly add: string
    readonly drop: string
    readonly dropOne: (position: number) => string
    readonly deeds: Deeds
  }
}
