/** An invitation, for the inviter and for the holder of its link. */
import { type Invitation, Role, type Ticket } from "@vintem/domain/access"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { PageLanguage } from "@vintem/domain/company"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"

const invitationExample = {
  id: 5,
  email: "ana@loja.example.com",
  role: "support",
  language: "pt-BR",
  created_at: "2026-11-24 10:00:00",
  expires_at: "2026-12-01 10:00:00",
} as const

/** An invitation that is not accepted yet. */
export const InvitationView = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  role: Role,
  language: PageLanguage,
  created_at: TimestampView,
  expires_at: TimestampView,
}).annotate({ identifier: "Invitation", examples: [invitationExample] })
export type InvitationView = typeof InvitationView.Type

/** A new invitation. */
export const NewInvitationView = Schema.Struct({
  invitation: InvitationView,
  link: Schema.NullOr(Schema.String).annotate({
    description: "The link to hand over, shown only once, if no e-mail was sent. Null if one was.",
  }),
}).annotate({ identifier: "NewInvitation", examples: [{ invitation: invitationExample, link: null }] })
export type NewInvitationView = typeof NewInvitationView.Type

/** An invitation, for the holder of its link. */
export const InvitationSeenView = Schema.Struct({
  email: Schema.String,
  role: Role,
  company: Schema.NullOr(Schema.String).annotate({
    description: "The company's name; null for a role of the platform.",
  }),
  expires_at: TimestampView,
  next: Schema.Literals(["make_account", "sign_in", "accept", "change_account"]).annotate({
    description:
      "What to do: choose a name and a password; sign in, because the e-mail has an account; accept, because you are signed in; or sign out " +
      "first, because another user is signed in.",
  }),
}).annotate({
  identifier: "InvitationSeen",
  examples: [
    {
      email: "ana@loja.example.com",
      role: "support",
      company: "Loja Exemplo Ltda.",
      expires_at: "2026-12-01 10:00:00",
      next: "make_account",
    },
  ],
})
export type InvitationSeenView = typeof InvitationSeenView.Type

/** The user who accepted an invitation. */
export const AcceptedView = Schema.Struct({ id: Schema.Int, name: Schema.String, email: Schema.String }).annotate({
  identifier: "Accepted",
  examples: [{ id: 3, name: "Ana Souza", email: "ana@loja.example.com" }],
})
export type AcceptedView = typeof AcceptedView.Type

/** @param invitation - the ticket's own purpose */
export const invitationView = (
  { createdAt, expiresAt, id }: Pick<Ticket, "createdAt" | "expiresAt" | "id">,
  { email, grant, language }: Invitation,
): InvitationView => ({
  id,
  email,
  role: grant.role,
  language,
  created_at: saoPauloTimestamp(createdAt),
  expires_at: saoPauloTimestamp(expiresAt),
})
