/**
 * A payment link as a row, and a row as a payment link.
 */
import { Instant } from "@vintem/domain/calendar"
import type { LinkSlug } from "@vintem/domain/identifiers"
import { LinkDetails, LinkEvent, LinkProgress, LinkTerms, type PaymentLink } from "@vintem/domain/payment-link"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { parsedJson, readerOf, readerOfJson } from "../engine/stored-value.ts"

/** The columns of `payment_link` from which a link is read. */
export interface LinkRow {
  readonly slug: string
  readonly company_id: number
  readonly batch_token: string | null
  readonly batch_position: number | null
  readonly created_at: number
  readonly version: number
  readonly removed_at: number | null
  readonly terms: string
  readonly progress: string
}

/** All columns except the number. They are written for a link, and the check compares them with it. */
export interface FullLinkRow extends LinkRow {
  readonly rule_token: string | null
  readonly expired_at: string | null
}

export const linkRowColumns = [
  "payment_link.slug",
  "payment_link.company_id",
  "payment_link.batch_token",
  "payment_link.batch_position",
  "payment_link.created_at",
  "payment_link.version",
  "payment_link.removed_at",
  "payment_link.terms",
  "payment_link.progress",
] as const

const { terms: _terms, removedAt: _removedAt, ...progressFields } = LinkProgress.fields

/** The content of `progress`: all changing data of a link without a column of its own. */
export const linkProgressFields = progressFields

/** The fixed data of a link, as stored in its columns and not parsed. */
export const linkDetailsOf = (row: LinkRow) => ({
  company: row.company_id,
  slug: row.slug,
  batch: row.batch_token === null ? null : { token: row.batch_token, position: row.batch_position },
  createdAt: row.created_at,
})

export const rowFromLink = ({ details, version, terms, removedAt, ...progress }: PaymentLink): FullLinkRow => ({
  slug: details.slug,
  company_id: details.company,
  batch_token: details.batch?.token ?? null,
  batch_position: details.batch?.position ?? null,
  created_at: details.createdAt,
  version,
  removed_at: removedAt,
  terms: JSON.stringify(terms),
  progress: JSON.stringify(progress),
  ...termColumnsOf(terms),
})

/** The columns copied from the terms, to find links by. */
export const termColumnsOf = ({ ruleToken, expiredAt }: LinkTerms) => ({ rule_token: ruleToken, expired_at: expiredAt })

const readLink = readerOf(
  Schema.Struct({
    details: LinkDetails,
    version: Schema.Int,
    removedAt: Schema.NullOr(Instant),
    terms: LinkTerms,
    progress: Schema.Struct(progressFields),
  }),
)

export const linkFromRow = (operation: string, row: LinkRow): Effect.Effect<PaymentLink, StorageUnavailable> =>
  Effect.map(
    readLink(operation, `Payment link ${row.slug}`, {
      details: linkDetailsOf(row),
      version: row.version,
      removedAt: row.removed_at,
      terms: parsedJson(row.terms),
      progress: parsedJson(row.progress),
    }),
    ({ progress, ...link }) => ({ ...link, ...progress }),
  )

const readEvent = readerOfJson(LinkEvent)

export const linkEventFromJson = (operation: string, slug: LinkSlug, body: string) =>
  readEvent(operation, `An event of payment link ${slug}`, body)
