/**
 * `vintem user`: users and their roles. It creates the first operator of a service, whom no user could invite.
 *
 * A link is printed once and not mailed: the person who runs the command hands it over.
 */
import { AccessMailerNone } from "@vintem/adapters"
import { createUser, notifyOwner, passwordLink, removeSecondFactor } from "@vintem/application"
import { CompanyRole, type Grant, PlatformRole, Role, type User } from "@vintem/domain/access"
import { PageLanguage } from "@vintem/domain/company"
import { parseEmail, parseFullName } from "@vintem/domain/customer"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AccessMailer, CompanyRepository, MembershipRepository, perPage, UserRepository } from "@vintem/domain/ports"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Configuration, publicUrlOf } from "../configuration/configuration.ts"
import { Refused } from "../failures/outcome.ts"
import { PublicUrl } from "../http/edge/request/public-url.ts"
import { mailer } from "../mailer.ts"
import { jsonFlag, print } from "../output.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { pageFlag, pageGiven } from "./page-flag.ts"
import { withStorage } from "./with-storage.ts"

/** If absent, the role is on the platform. */
const ofCompany = companyFlag.pipe(
  Flag.withDescription("Id of the user's company; without it, the user works for the platform"),
  Flag.optional,
)

const create = Command.make(
  "create",
  {
    email: Flag.String("email").pipe(Flag.withDescription("E-mail to sign in with")),
    name: Flag.String("name").pipe(Flag.withDescription("Full name")),
    role: Flag.Literals("role", Role.literals).pipe(Flag.withDescription("The user's role")),
    company: ofCompany,
    language: Flag.Literals("language", PageLanguage.literals).pipe(
      Flag.withDescription("Language of e-mails"),
      Flag.withDefault("pt-BR"),
    ),
    json: jsonFlag,
  },
  ({ company, email, json, language, name, role }) =>
    withStorage(
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const grant = yield* grantOf(role, Option.getOrNull(company))
        if (grant._tag === "company" && Option.isNone(yield* companies.find(grant.company))) {
          return yield* noCompany(grant.company)
        }
        const details = { email: yield* emailGiven(email), name: yield* nameGiven(name), language }
        const user = yield* createUser(details, grant).pipe(
          Effect.catchTags({
            EmailTaken: () =>
              Effect.fail(
                new Refused({
                  message: `The user ${email} already exists. For another link: vintem user reset ${email}`,
                }),
              ),
            MembershipRefused: ({ reason }) => Effect.die(new Error(`A new user was refused: ${reason}`)),
          }),
        )
        yield* printLink(json, user, [grant], `User ${user.id}: ${user.email}, ${role}`)
      }),
    ),
).pipe(Command.withDescription("Create a user, and print the link to choose a password, only once"))

const reset = Command.make(
  "reset",
  { email: Argument.String("email").pipe(Argument.withDescription("E-mail of the user")), json: jsonFlag },
  ({ email, json }) =>
    withStorage(
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const user = yield* userOf(email)
        yield* printLink(json, user, yield* members.grantsOf(user.id), `User ${user.id}: ${user.email}`)
      }),
    ),
).pipe(Command.withDescription("Print a link that lets a user choose a new password, once"))

const emailFlag = Flag.String("email").pipe(Flag.withDescription("E-mail of the user"))

const removeFactor = Command.make("remove-second-factor", { email: emailFlag, json: jsonFlag }, ({ email, json }) =>
  withStorage(
    Effect.gen(function* () {
      const user = yield* userOf(email)
      yield* removeSecondFactor(user).pipe(
        Effect.catchTag("SecondFactorRefused", () =>
          Effect.fail(new Refused({ message: `${email} has no second factor: the password is enough.` })),
        ),
      )
      const isMailed = yield* told(user)
      yield* print(json, { id: user.id, email: user.email, mailed: isMailed }, () => [
        `User ${user.id}: ${user.email} signs in with the password alone, and was signed out everywhere.`,
        isMailed ? "They were notified by e-mail." : "No e-mail was sent: notify them.",
      ])
    }),
  ),
).pipe(
  Command.withDescription("Remove the second factor of a user who has lost it; ends their sessions and notifies them"),
)

const list = Command.make("list", { page: pageFlag, json: jsonFlag }, ({ page, json }) =>
  withStorage(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const members = yield* MembershipRepository
      const { entries, total } = yield* users.list({ page: yield* pageGiven(page), size: perPage })
      const shown = yield* Effect.forEach(entries, (user) =>
        Effect.map(members.grantsOf(user.id), (grants) => userView(user, grants)),
      )
      yield* print(json, { data: shown, total }, () => [
        ...shown.map(({ email, id, name, roles }) => `${id}\t${email}\t${name}\t${roles.map(roleLine).join(", ")}`),
        `${entries.length} of ${total}`,
      ])
    }),
  ),
).pipe(Command.withDescription("List users and their roles, newest first"))

export const user = Command.make("user").pipe(
  Command.withDescription("People who sign in: operators, and members of companies"),
  Command.withSubcommands([create, reset, removeFactor, list]),
)

const isCompanyRole = Schema.is(CompanyRole)
const isPlatformRole = Schema.is(PlatformRole)

const grantOf = (role: Role, company: CompanyId | null): Effect.Effect<Grant, Refused> => {
  if (company === null && isPlatformRole(role)) return Effect.succeed({ _tag: "platform", role })
  if (company !== null && isCompanyRole(role)) return Effect.succeed({ _tag: "company", company, role })
  const message =
    company === null
      ? `${role} is a role in a company: name it with --company.`
      : `${role} is a role on the platform: leave --company out.`
  return Effect.fail(new Refused({ message }))
}

const emailGiven = (text: string) =>
  Effect.mapError(
    Effect.fromResult(parseEmail(text)),
    () => new Refused({ message: "This is not an e-mail address, such as maria@example.com." }),
  )

const userOf = Effect.fnUntraced(function* (email: string) {
  const { findByEmail } = yield* UserRepository
  const user = Option.getOrNull(yield* findByEmail(yield* emailGiven(email)))
  return user ?? (yield* new Refused({ message: `There is no user ${email}. See them with: vintem user list` }))
})

/** Reports if the mail was sent. If not, the change remains. */
const told = Effect.fnUntraced(function* (user: User) {
  const settings = yield* Configuration
  const publicUrl = Layer.succeed(PublicUrl, { base: publicUrlOf(settings, settings.port) })
  return yield* Effect.gen(function* () {
    const { isSending } = yield* AccessMailer
    if (!isSending) return false
    yield* notifyOwner(user, "SecondFactorOff")
    return true
  }).pipe(
    Effect.provide(Layer.provide(mailer(settings), publicUrl)),
    Effect.catchTag("MailNotSent", ({ again, detail }) =>
      Effect.as(Effect.logWarning("an e-mail was not sent", { again, detail }), false),
    ),
  )
})

const nameGiven = (text: string) =>
  Effect.mapError(
    Effect.fromResult(parseFullName(text)),
    () => new Refused({ message: "A name has 2 to 140 characters, all printable." }),
  )

const userView = ({ createdAt, email, id, language, name }: User, grants: ReadonlyArray<Grant>) => ({
  id,
  email,
  name,
  language,
  created_at: new Date(createdAt).toISOString(),
  roles: grants.map((grant) => ({ role: grant.role, company: grant._tag === "company" ? grant.company : null })),
})

const roleLine = ({ company, role }: { readonly role: Role; readonly company: number | null }): string =>
  company === null ? role : `${role} of company ${company}`

/** The secret is behind the `#`: browsers send that part to no server, so it is in no log. */
const printLink = Effect.fnUntraced(function* (json: boolean, user: User, grants: ReadonlyArray<Grant>, line: string) {
  const settings = yield* Configuration
  const { handedOver, ticket } = yield* Effect.provide(passwordLink(user), AccessMailerNone.layer)
  if (handedOver._tag !== "Shown") return yield* Effect.die(new Error("A link of the command line was mailed."))
  const link = `${publicUrlOf(settings, settings.port)}/panel/reset#token=${Redacted.value(handedOver.token)}`
  const expires_at = new Date(ticket.expiresAt).toISOString()
  yield* print(json, { ...userView(user, grants), link, expires_at }, () => [
    line,
    `Link to choose a password, shown only once, valid until ${expires_at}:`,
    link,
  ])
})
