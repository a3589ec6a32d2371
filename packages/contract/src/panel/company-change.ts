/** Changing a company in the panel: each permission has its own fields. */

import { type CompanyPatch, companyPages, companyTerms, pagesPatch, termsPatch } from "../admin/company-request.ts"
import { boolean } from "../input/boolean.ts"
import { andThen, described, object, required } from "../input/codec.ts"

/** The fields that members change: those that payers see. */
export const companyPagesBody = andThen(
  described(object(companyPages), {
    identifier: "CompanyPagesRequest",
    description: "Absent fields keep their value; null clears.",
    examples: [{ logo_url: "https://loja.example.com/logo.png", pages: { language: "en", bg_color: "#1f6f54" } }],
  }),
  pagesPatch,
)

/** The fields that operators change: the company's identity and its fees. */
export const companyTermsBody = andThen(
  described(object(companyTerms), {
    identifier: "CompanyTermsRequest",
    description: "Absent fields keep their value; null clears.",
    examples: [{ fees: { pix: { percent: 0.99, fixed: 0 } } }],
  }),
  termsPatch,
)

/** Starts or ends moderation. */
export const moderationBody = andThen(
  described(object({ under_moderation: required(boolean) }), {
    identifier: "ModerationRequest",
    examples: [{ under_moderation: true }],
  }),
  ({ under_moderation: underModeration }): CompanyPatch => ({ underModeration, fees: {}, pages: {} }),
)
