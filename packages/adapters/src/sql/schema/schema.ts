/**
 * The tables of 0.1.0, an area a file, each after those that it refers to. This is the migration `0001`. Until 0.1.0 is tagged it is edited in
 * place; from then on it is never changed, and a new migration is added beside it: docs/decisions/storage.md#0340 says how.
 *
 * It imports Kysely, the dialect and the files of this folder, so that no change elsewhere changes what it made. Amounts are centavos, instants
 * epoch milliseconds, truth values 0 or 1. JSON is read whole, never searched, but for the indexes of `prefilled-places.ts`.
 */
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"
import { accounts } from "./accounts.ts"
import { catalogue } from "./catalogue.ts"
import { companies } from "./companies.ts"
import { customers } from "./customers.ts"
import { jobs } from "./jobs.ts"
import { links } from "./links.ts"
import { listCounts } from "./list-counts.ts"
import { orderSums } from "./order-sums.ts"
import { orders } from "./orders.ts"
import { people } from "./people.ts"
import { requests } from "./requests.ts"
import { settings } from "./settings.ts"
import { subscriptions } from "./subscriptions.ts"
import { trail } from "./trail.ts"
import { webhooks } from "./webhooks.ts"
import { wordsOf } from "./words.ts"

export const schema = (dialect: Dialect): Migration => ({
  up: async (db) => {
    const words = wordsOf(dialect)
    const statements = [
      ...companies(words),
      ...accounts(words),
      ...people(words),
      ...customers(words),
      ...catalogue(words),
      ...orders(words),
      ...orderSums(words, dialect),
      ...links(words, dialect),
      ...subscriptions(words, dialect),
      ...listCounts(words, dialect),
      ...webhooks(words),
      ...jobs(words),
      ...requests(words),
      ...trail(words),
      ...settings(words),
    ]
    for (const statement of statements) await statement.execute(db)
  },
})
