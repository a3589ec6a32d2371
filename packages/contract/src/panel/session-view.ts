/** The signed-in user, as the panel shows it to them. */
import {
  CompanyPermission,
  CompanyRole,
  type Credentials,
  inCompany,
  PlatformPermission,
  PlatformRole,
  permissionsIn,
  platform,
  type Session,
} from "@vintem/domain/access"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { PageLanguage } from "@vintem/domain/company"
import { CompanyId } from "@vintem/domain/identifiers"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"
import type { SignedIn } from "./panel-access.ts"

/** The outcome of signing in. */
export const SignInView = Schema.Struct({
  state: Schema.Literals(["signed_in", "code_needed"]).annotate({
    description: "`code_needed`: the password was right; now give a code of the second factor.",
  }),
  ticket: Schema.NullOr(Schema.String).annotate({
    description: "Send it back with the code; null once the user is signed in.",
  }),
}).annotate({ identifier: "SignIn", examples: [{ state: "signed_in", ticket: null }] })
export type SignInView = typeof SignInView.Type

const sessionExample = {
  id: 12,
  current: true,
  address: "203.0.113.7",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  created_at: "2026-11-24 09:00:00",
  seen_at: "2026-11-24 11:40:00",
  expires_at: "2026-11-24 23:40:00",
}

/** A browser where the user is signed in. */
export const SessionView = Schema.Struct({
  id: Schema.Int,
  current: Schema.Boolean.annotate({ description: "Whether it is this session." }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The address it began from; null if unknown.",
  }),
  agent: Schema.String.annotate({ description: "The browser's `User-Agent`; may be empty." }),
  created_at: TimestampView,
  seen_at: TimestampView.annotate({ description: "To the minute." }),
  expires_at: TimestampView.annotate({
    description: "When it ends if it is not used. It always ends after seven days.",
  }),
}).annotate({ identifier: "Session", examples: [sessionExample] })
export type SessionView = typeof SessionView.Type

export const sessionView = (session: Session, current: Session): SessionView => ({
  id: session.id,
  current: session.id === current.id,
  address: session.origin.address,
  agent: session.origin.agent,
  created_at: saoPauloTimestamp(session.createdAt),
  seen_at: saoPauloTimestamp(session.seenAt),
  expires_at: saoPauloTimestamp(session.expiresAt),
})

/** A company of the user. */
const OwnCompanyView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  logo_url: Schema.NullOr(Schema.String),
  under_moderation: Schema.Boolean,
  role: CompanyRole,
  permissions: Schema.Array(CompanyPermission).annotate({ description: "Your permissions there." }),
})

/** The signed-in user, and their permissions in each company. */
export const MeView = Schema.Struct({
  user: Schema.Struct({ id: Schema.Int, name: Schema.String, email: Schema.String, language: PageLanguage }),
  second_factor: Schema.Boolean,
  recovery_codes_left: Schema.Int,
  platform: Schema.NullOr(
    Schema.Struct({
      role: PlatformRole,
      permissions: Schema.Array(PlatformPermission).annotate({ description: "Your permissions on the platform." }),
      in_every_company: Schema.Array(CompanyPermission).annotate({ description: "Your permissions in every company." }),
    }),
  ).annotate({ description: "Null for a user who only works for companies." }),
  companies: Schema.Array(OwnCompanyView).annotate({ description: "Oldest first." }),
  session: SessionView,
}).annotate({
  identifier: "Me",
  examples: [
    {
      user: { id: 3, name: "Ana Souza", email: "ana@loja.example.com", language: "pt-BR" },
      second_factor: true,
      recovery_codes_left: 10,
      platform: null,
      companies: [
        {
          id: 1,
          name: "Loja Exemplo Ltda.",
          logo_url: null,
          under_moderation: false,
          role: "viewer",
          permissions: ["orders:read", "links:read", "subscriptions:read", "catalogue:read", "company:read"],
        },
      ],
      session: sessionExample,
    },
  ],
})
/** The signed-in user, and their permissions in each company. */
export type MeView = typeof MeView.Type

/** @param companies - the companies to show; other memberships are left out */
export const meView = (
  { grants, session, user }: SignedIn["Service"],
  { secondFactor }: Credentials,
  companies: ReadonlyMap<Company["id"], Company>,
): MeView => {
  const onPlatform = grants.find((grant) => grant._tag === "platform")
  const all = new Set(onPlatform === undefined ? [] : permissionsIn(grants, platform))
  const everywhere = permissionsIn(
    grants.filter(({ _tag }) => _tag === "platform"),
    inCompany(anyCompany),
  )
  return {
    user: { id: user.id, name: user.name, email: user.email, language: user.language },
    second_factor: secondFactor !== null,
    recovery_codes_left: secondFactor?.recovery.length ?? 0,
    platform:
      onPlatform === undefined
        ? null
        : {
            role: onPlatform.role,
            permissions: PlatformPermission.literals.filter((one) => all.has(one)),
            in_every_company: CompanyPermission.literals.filter((one) => everywhere.has(one)),
          },
    companies: grants.flatMap((grant) => {
      const company = grant._tag === "company" ? companies.get(grant.company) : undefined
      if (company === undefined || grant._tag !== "company") return []
      const own = permissionsIn(grants, inCompany(company.id))
      return {
        id: company.id,
        name: company.name,
        logo_url: company.logoUrl,
        under_moderation: company.underModeration,
        role: grant.role,
        permissions: CompanyPermission.literals.filter((one) => own.has(one)),
      }
    }),
    session: sessionView(session, session),
  }
}

/** A permission in every company is also one in this company. */
const anyCompany = CompanyId.make(1)
