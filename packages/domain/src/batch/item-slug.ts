/** The slug of an item's link. Making the link again gives the same slug, which the store refuses as used. */

import type { BatchSecret, ItemPosition } from "../identifiers/batch.ts"
import type { CompanyCode } from "../identifiers/company-code.ts"
import { type LinkSlug, linkSlugBytes, linkSlugFrom } from "../identifiers/payment-link.ts"
import type { BatchDetails } from "./batch.ts"
import { keyStreamBlock } from "./key-stream.ts"

/**
 * Computed from the batch's secret and the item's position, so that no crash makes two links for one item.
 *
 * Every customer of a batch sees one slug. If slugs were the secret followed by the position, each customer could count
 * up and read all the others' names, telephones and amounts. With a key stream, one slug reveals nothing about the
 * next.
 *
 * This function must never change: batches at work would break the promise.
 *
 * @see docs/decisions/links-and-batches.md#0150
 */
export const itemSlug = (
  company: CompanyCode,
  { secret, createdAt }: Pick<BatchDetails, "secret" | "createdAt">,
  position: ItemPosition,
): LinkSlug => linkSlugFrom(company, createdAt, keyStreamBlock(wordsOf(secret), position).subarray(0, linkSlugBytes))

/** Eight hexadecimal digits a word. */
const wordsOf = (secret: BatchSecret): ReadonlyArray<number> =>
  Array.from({ length: 8 }, (_, word) => Number.parseInt(secret.slice(word * 8, (word + 1) * 8), 16))
