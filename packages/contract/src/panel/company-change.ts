/**
 * Changing a company at the panel: each permission has the fields of its own.
 */

import { type CompanyPatch, companyPages, companyTerms, pagesPatch, termsPatch } from "../admin/company-request.ts"
import { boolean } from "../input/boolean.ts"
import { andThen, described, object, required } from "../input/codec.ts"

/** What its members change: what their payers see. */
export const companyPagesBody = andThen(
  described(object(companyPages), {
    identifier: "CompanyPagesRequest",
    description: "Absent fields keep their value; null clears.",
    examples: [{ logo_url: "https://loja.example.com/logo.png", pages: { language: "en", bg_color: "#1f6f54" } }],
  }),
  pagesPatch,
)

/** What operators change: who the company is, and at which fees it sells. */
export const companyTermsBody = andThen(
  described(object(companyTerms), {
    identifier: "CompanyTermsRequest",
    description: "Absent fields keep their value; null clears.",
    examples: [{ fees: { pix: { percent: 0.99, fixed: 0 } } }],
  }),
  termsPatch,
)

/** Whether the company may take money. */
export const moderationBody = andThen(
  described(object({ under_moderation: required(boolean) }), {
    identifier: "ModerationRequest",
    examples: [{ under_moderation: true }],
  }),
  ({ under_moderation: underModeration }): CompanyPatch => ({ underModeration, fees: {}, pages: {} }),
)
