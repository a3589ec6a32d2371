/**
 * Every step from an empty database to the tables of today, in order. Steps are never changed once released: a new one is added.
 * So a step writes out what it needs and asks the domain for nothing; 0020 says why it does.
 */
import type { Migration } from "kysely/migration"
import { type Dialect, sqlite } from "../engine/dialect.ts"
import { orders } from "./0001-orders.ts"
import { jobs } from "./0002-jobs.ts"
import { orderCounts } from "./0003-order-counts.ts"
import { catalogue } from "./0004-catalogue.ts"
import { paymentLinks } from "./0005-payment-links.ts"
import { subscriptions } from "./0006-subscriptions.ts"
import { webhooks } from "./0007-webhooks.ts"
import { rateWindows } from "./0008-rate-windows.ts"
import { webhookBodies } from "./0009-webhook-bodies.ts"
import { heldJobs } from "./0010-held-jobs.ts"
import { emptiedFingerprints } from "./0011-emptied-fingerprints.ts"
import { couponAndCardLimits } from "./0012-coupon-and-card-limits.ts"
import { pageSettings } from "./0013-page-settings.ts"
import { unansweredAttempts } from "./0014-unanswered-attempts.ts"
import { chargeTimes } from "./0015-charge-times.ts"
import { people } from "./0016-people.ts"
import { apiKeyScopes } from "./0017-api-key-scopes.ts"
import { erasures } from "./0018-erasures.ts"
import { auditLog } from "./0019-audit-log.ts"
import { overview } from "./0020-overview.ts"
import { sharedCounts } from "./0021-shared-counts.ts"
import { prefilledByCompany } from "./0022-prefilled-by-company.ts"
import { minimumInstallment } from "./0023-minimum-installment.ts"
import { erasuresUnderWay } from "./0027-erasures-under-way.ts"

export const migrations = (dialect: Dialect): Readonly<Record<string, Migration>> => ({
  "0001-orders": orders(dialect),
  "0002-jobs": jobs(dialect),
  "0003-order-counts": orderCounts(dialect),
  "0004-catalogue": catalogue(dialect),
  "0005-payment-links": paymentLinks(dialect),
  "0006-subscriptions": subscriptions(dialect),
  "0007-webhooks": webhooks(dialect),
  "0008-rate-windows": rateWindows(dialect),
  "0009-webhook-bodies": webhookBodies(dialect),
  "0010-held-jobs": heldJobs(),
  "0011-emptied-fingerprints": emptiedFingerprints(),
  "0012-coupon-and-card-limits": couponAndCardLimits(dialect),
  "0013-page-settings": pageSettings(),
  "0014-unanswered-attempts": unansweredAttempts(dialect),
  "0015-charge-times": chargeTimes(dialect),
  "0016-people": people(dialect),
  "0017-api-key-scopes": apiKeyScopes(dialect),
  "0018-erasures": erasures(dialect),
  "0019-audit-log": auditLog(dialect),
  "0020-overview": overview(dialect),
  "0021-shared-counts": sharedCounts(dialect),
  "0022-prefilled-by-company": prefilledByCompany(dialect),
  "0023-minimum-installment": minimumInstallment(dialect),
  "0027-erasures-under-way": erasuresUnderWay(dialect),
})

/** The level that a database has for this version of the service: the name of the latest step, which is one for both engines. */
export const latestMigration: string = Object.keys(migrations(sqlite)).toSorted().at(-1) ?? ""
