/**
 * `vintem acquirer-account`: accounts at institutions that speak API Pix. Secrets come from files and are never printed.
 */
import { AccountProbePixApi } from "@vintem/adapters"
import { addAccount, type CheckedAccount, checkAccount, removeAccount, rotateAccount } from "@vintem/application"
import {
  type AccountDraftFault,
  AccountEnvironment,
  type AccountId,
  AccountName,
  AccountProfile,
  type AccountRefused,
  type AcquirerAccount,
} from "@vintem/domain/acquirer-account"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AcquirerAccountRepository, CompanyRepository } from "@vintem/domain/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AttentionNeeded, Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { withStorage } from "./with-storage.ts"

const nameArgument = Argument.String("name").pipe(Argument.withDescription("Name of the account"))

const ownerFlag = companyFlag.pipe(
  Flag.withDescription("Id of the company that owns the account; without it, companies share the account"),
  Flag.optional,
)

const fileFlag = (name: string, description: string) =>
  Flag.FileText(name).pipe(Flag.withDescription(description), Flag.withMetavar("FILE"))

const clientIdFlag = Flag.String("client-id").pipe(Flag.withDescription("Client id that the institution gave"))
const clientSecretFlag = fileFlag("client-secret", "File with the client secret, and nothing else")
const certificateFlag = fileFlag("certificate", "File with the client certificate and its chain, PEM")
const keyFlag = fileFlag("key", "File with the certificate's private key, PEM without passphrase")
const pixKeyFlag = Flag.String("pix-key").pipe(Flag.withDescription("Pix key that receives the money"))

const add = Command.make(
  "add",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("Name for the account: at most 40 lower-case letters, digits and hyphens"),
    ),
    company: ownerFlag,
    profile: Flag.Literals("profile", AccountProfile.literals).pipe(
      Flag.withDescription("How the institution speaks API Pix"),
      Flag.withDefault("standard"),
    ),
    environment: Flag.Literals("environment", AccountEnvironment.literals).pipe(
      Flag.withDescription("The institution's environment"),
      Flag.withDefault("sandbox"),
    ),
    baseUrl: Flag.String("base-url").pipe(
      Flag.withDescription("The institution's https address of API Pix, without /cob"),
    ),
    tokenUrl: Flag.String("token-url").pipe(Flag.withDescription("The institution's https address for tokens")),
    ca: fileFlag("ca", "File with the authority to trust instead of Node's, PEM").pipe(Flag.optional),
    clientId: clientIdFlag,
    clientSecret: clientSecretFlag,
    certificate: certificateFlag,
    key: keyFlag,
    pixKey: pixKeyFlag,
    json: jsonFlag,
  },
  ({ name, company, profile, environment, baseUrl, tokenUrl, ca, json, ...given }) =>
    withStorage(
      Effect.gen(function* () {
        const owner = yield* existing(company)
        const draft = { name, profile, environment, baseUrl, tokenUrl, ca: Option.getOrNull(ca) }
        const account = yield* addAccount(owner, draft, {
          clientId: given.clientId,
          clientSecret: Redacted.make(given.clientSecret.trim()),
          certificate: given.certificate,
          key: Redacted.make(given.key),
          pixKey: given.pixKey,
        }).pipe(
          Effect.catchTags({
            AccountRefused: refusedBecause,
            AccountNameTaken: () =>
              Effect.fail(new Refused({ message: `There is an account ${name} already. Choose another name.` })),
          }),
        )
        yield* print(json, accountView(account), () => [
          accountLine(account),
          `Try it with: vintem acquirer-account check ${name}${ownerWords(owner)}`,
          notCharged,
        ])
      }),
    ).pipe(Effect.provide(probe)),
).pipe(
  Command.withDescription(
    "Store an account at an institution that speaks API Pix. Client id and secret, certificate, key and Pix key are sealed under " +
      "VINTEM_SECRET_KEY and are never shown again. The institution is not asked: see `check`.\n\n" +
      "No payment is charged on an account yet.",
  ),
  Command.withShortDescription("Store an account, with its credentials sealed"),
)

const list = Command.make("list", { company: ownerFlag, json: jsonFlag }, ({ company, json }) =>
  withStorage(
    Effect.gen(function* () {
      const accounts = yield* (yield* AcquirerAccountRepository).list(yield* existing(company))
      yield* print(json, { data: accounts.map(accountView) }, () =>
        accounts.length === 0 ? ["No accounts."] : accounts.map(accountLine),
      )
    }),
  ),
).pipe(
  Command.withDescription("List the accounts of a company, or those that companies share, without their credentials"),
)

const check = Command.make(
  "check",
  { name: nameArgument, company: ownerFlag, json: jsonFlag },
  ({ name, company, json }) =>
    withStorage(
      Effect.gen(function* () {
        const id = yield* accountNamed(name, company)
        const checked = Option.getOrNull(yield* checkAccount(id))
        if (checked === null) return yield* noAccount(id)
        const { isReady, lines } = checkedWords(checked)
        yield* print(json, { ...checkedView(checked), ready: isReady }, () => lines)
        if (!isReady) return yield* new AttentionNeeded({ message: `The account ${name} cannot charge.` })
      }),
    ).pipe(Effect.provide(probe)),
).pipe(
  Command.withDescription(
    "Try an account and say what is wrong with it: its certificate and key, then at the institution its client, scopes and Pix key. It " +
      "makes a charge that nobody can pay and removes it at once. Exit status 0 if the account is ready, 1 if not",
  ),
  Command.withShortDescription("Try an account and say what is wrong"),
)

const rotate = Command.make(
  "rotate",
  {
    name: nameArgument,
    company: ownerFlag,
    clientId: clientIdFlag.pipe(Flag.optional),
    clientSecret: clientSecretFlag.pipe(Flag.optional),
    certificate: certificateFlag.pipe(Flag.optional),
    key: keyFlag.pipe(Flag.optional),
    pixKey: pixKeyFlag.pipe(Flag.optional),
    json: jsonFlag,
  },
  ({ name, company, json, ...given }) =>
    withStorage(
      Effect.gen(function* () {
        const id = yield* accountNamed(name, company)
        if (Object.values(given).every(Option.isNone)) {
          return yield* new Refused({ message: "Name at least one credential to replace, such as --certificate." })
        }
        const rotated = yield* rotateAccount(id, {
          ...(Option.isSome(given.clientId) ? { clientId: given.clientId.value } : {}),
          ...(Option.isSome(given.clientSecret)
            ? { clientSecret: Redacted.make(given.clientSecret.value.trim()) }
            : {}),
          ...(Option.isSome(given.certificate) ? { certificate: given.certificate.value } : {}),
          ...(Option.isSome(given.key) ? { key: Redacted.make(given.key.value) } : {}),
          ...(Option.isSome(given.pixKey) ? { pixKey: given.pixKey.value } : {}),
        }).pipe(Effect.catchTag("AccountRefused", refusedBecause))
        if (Option.isNone(rotated)) return yield* noAccount(id)
        yield* print(json, accountView(rotated.value), () => [accountLine(rotated.value)])
      }),
    ).pipe(Effect.provide(probe)),
).pipe(Command.withDescription("Replace credentials of an account. Those that are not named keep their value"))

const remove = Command.make(
  "remove",
  { name: nameArgument, company: ownerFlag, json: jsonFlag },
  ({ name, company, json }) =>
    withStorage(
      Effect.gen(function* () {
        const id = yield* accountNamed(name, company)
        if (!(yield* removeAccount(id))) return yield* noAccount(id)
        yield* print(json, { name, removed: true }, () => [`The account ${name} and its credentials were removed.`])
      }),
    ),
).pipe(Command.withDescription("Remove an account and its credentials"))

export const acquirerAccount = Command.make("acquirer-account").pipe(
  Command.withDescription("Accounts at institutions that speak API Pix. No payment is charged on them yet"),
  Command.withSubcommands([add, list, check, rotate, remove]),
)

const probe = AccountProbePixApi.layer({ timeoutMillis: 20_000 })

const notCharged = "No payment is charged on an account yet."

/** The owner, if there is such a company. Null owns shared accounts. */
const existing = Effect.fnUntraced(function* (company: Option.Option<CompanyId>) {
  if (Option.isNone(company)) return null
  const { find } = yield* CompanyRepository
  return Option.isSome(yield* find(company.value)) ? company.value : yield* noCompany(company.value)
})

const accountNamed = Effect.fnUntraced(function* (name: string, company: Option.Option<CompanyId>) {
  const owner = yield* existing(company)
  const id = Option.map(decodeName(name), (decoded): AccountId => ({ company: owner, name: decoded }))
  return Option.isSome(id) ? id.value : yield* noAccount({ company: owner, name })
})

const decodeName = Schema.decodeOption(AccountName)

const noAccount = ({ company, name }: { readonly company: CompanyId | null; readonly name: string }) =>
  new Refused({
    message: `There is no account ${name}${company === null ? " that companies share" : ` of company ${company}`}. See them with: vintem acquirer-account list${ownerWords(company)}`,
  })

const ownerWords = (company: CompanyId | null): string => (company === null ? "" : ` --company ${company}`)

/** Without credentials. */
const accountView = (account: AcquirerAccount) => ({
  company: account.company,
  name: account.name,
  profile: account.profile,
  environment: account.environment,
  base_url: account.baseUrl,
  token_url: account.tokenUrl,
  has_ca: account.ca !== null,
  created_at: new Date(account.createdAt).toISOString(),
  rotated_at: new Date(account.rotatedAt).toISOString(),
})

const accountLine = (account: AcquirerAccount): string => {
  const { base_url, environment, name, profile, rotated_at } = accountView(account)
  return [name, profile, environment, base_url, `credentials of ${rotated_at}`].join("\t")
}

const refusedBecause = ({ faults }: AccountRefused) =>
  Effect.fail(new Refused({ message: faults.map(faultSentence).join(" ") }))

const faultSentence = ({ field, reason }: AccountDraftFault): string => {
  switch (reason) {
    case "form":
      return formSentences[field]
    case "key_mismatch":
      return "The key is not the certificate's key."
    case "expired":
      return "The certificate has expired: ask the institution for another."
    case "not_yet_valid":
      return "The certificate is not valid yet."
  }
}

const formSentences: Readonly<Record<AccountDraftFault["field"], string>> = {
  name: "A name has 1 to 40 lower-case letters, digits and hyphens, and does not begin with a hyphen.",
  base_url: "--base-url is no https URL without user, query and trailing slash.",
  token_url: "--token-url is no https URL without user, query and trailing slash.",
  client_id: "The client id is not 1 to 1000 printable ASCII characters.",
  client_secret: "The client secret is not 1 to 1000 printable ASCII characters.",
  certificate: "The certificate is no PEM of at most 20000 characters.",
  key: "The key is no PEM without passphrase of at most 20000 characters.",
  pix_key: "The Pix key is no CPF, CNPJ, telephone, e-mail or random key.",
}

const checkedView = (checked: CheckedAccount) => {
  switch (checked._tag) {
    case "Unopened":
      return { verdict: "unopened", faults: [], detail: "" }
    case "Faulty":
      return { verdict: "faulty", faults: checked.faults, detail: "" }
    case "Asked":
      return { verdict: checked.verdict, faults: [], detail: checked.detail }
  }
}

const checkedWords = (
  checked: CheckedAccount,
): { readonly isReady: boolean; readonly lines: ReadonlyArray<string> } => {
  switch (checked._tag) {
    case "Unopened":
      return {
        isReady: false,
        lines: [
          "No key of this service opens the credentials: set VINTEM_SECRET_KEY_OLD to the key that sealed them, or give all of them again with: vintem acquirer-account rotate",
        ],
      }
    case "Faulty":
      return { isReady: false, lines: checked.faults.map(faultSentence) }
    case "Asked":
      return {
        isReady: checked.verdict === "ready",
        lines: [verdictSentences[checked.verdict], ...(checked.detail === "" ? [] : [`Seen: ${checked.detail}`])],
      }
  }
}

const verdictSentences = {
  ready: "The account is ready: the institution made a charge that nobody can pay, and removed it.",
  certificate: "The institution does not accept the certificate: it may be revoked, or belong to another environment.",
  credentials: "The institution does not accept the client: check the client id and the client secret.",
  scope:
    "The institution does not allow what charges need: ask it for the scopes cob.read, cob.write, cobv.read, cobv.write, pix.read and pix.write.",
  pix_key: "The Pix key does not belong to this account.",
  blocked: "The institution lets this account's owner make no charges: ask it why.",
  unanswered:
    "The institution gave no answer that says whether the account is good: check both addresses, the authority and whether the institution knows this certificate.",
} as const
