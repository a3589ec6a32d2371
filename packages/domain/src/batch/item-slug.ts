/**
 * The slug of an item's link: making it again gives the same slug, which is refused as used.
 */

import type { BatchSecret, ItemPosition } from "../identifiers/batch.ts"
import type { CompanyCode } from "../identifiers/company-code.ts"
import { type LinkSlug, linkSlugBytes, linkSlugFrom } from "../identifiers/payment-link.ts"
import type { BatchDetails } from "./batch.ts"
import { keyStreamBlock } from "./key-stream.ts"

/**
 * A function of what never changes about the batch and of the item's position, so that no crash makes two links of one item.
 *
 * Every customer of a batch gets one of its slugs. Were the slug the secret with the position behind it, each of them could read
 * all the others' names, telephones and amounts by counting. Out of a key stream, one slug tells nothing of the next.
 *
 * It is for ever: to change it while batches are at work would break the promise.
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
