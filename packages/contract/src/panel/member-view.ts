/** The members of a company or of the platform: requests and views. */
import {
  CompanyRole,
  type Member,
  type MembershipRefused,
  membershipRefusalMeaning,
  PlatformRole,
  Role,
  type UserId,
} from "@vintem/domain/access"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import { pageLanguage } from "../company/page-settings.ts"
import { choice } from "../input/choice.ts"
import { described, object, required, withDefault } from "../input/codec.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { wireName } from "../input/fault-code.ts"
import { email } from "../input/text.ts"
import { TimestampView } from "../order/timestamp-view.ts"

export const MemberView = Schema.Struct({
  id: Schema.Int.annotate({ description: "The user's id." }),
  name: Schema.String,
  email: Schema.String,
  role: Role,
  since: TimestampView,
  you: Schema.Boolean.annotate({ description: "Whether it is you." }),
}).annotate({
  identifier: "Member",
  examples: [
    {
      id: 3,
      name: "Ana Souza",
      email: "ana@loja.example.com",
      role: "support",
      since: "2026-11-24 10:05:00",
      you: false,
    },
  ],
})
export type MemberView = typeof MemberView.Type

export const memberView = ({ grant, since, user }: Member, asking: UserId): MemberView => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: grant.role,
  since: saoPauloTimestamp(since),
  you: user.id === asking,
})

const letterLanguage = withDefault(pageLanguage, "pt-BR", { description: "Language of the e-mail; `pt-BR` if absent." })

/** An invitation into a company. */
export const inviteMemberBody = described(
  object({ email: required(email), role: required(choice(CompanyRole)), language: letterLanguage }),
  { identifier: "InviteMemberRequest", examples: [{ email: "ana@loja.example.com", role: "support" }] },
)

/** An invitation to the platform. */
export const inviteOperatorBody = described(
  object({ email: required(email), role: required(choice(PlatformRole)), language: letterLanguage }),
  { identifier: "InviteOperatorRequest", examples: [{ email: "rui@vintem.example.com", role: "auditor" }] },
)

/** A member's new role. */
export const memberRoleBody = described(object({ role: required(choice(CompanyRole)) }), {
  identifier: "MemberRoleRequest",
  examples: [{ role: "finance" }],
})

/** A user's new role on the platform. */
export const operatorRoleBody = described(object({ role: required(choice(PlatformRole)) }), {
  identifier: "OperatorRoleRequest",
  examples: [{ role: "operator" }],
})

/** Why a membership was not changed. */
export const membershipRefused = ({ reason }: Pick<MembershipRefused, "reason">): InvalidFields =>
  invalidFields([
    fault("role", {
      code: "membership_refused",
      because: wireName(reason),
      words: { why: membershipRefusalMeaning[reason] },
    }),
  ])
