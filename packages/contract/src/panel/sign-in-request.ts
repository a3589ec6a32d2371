/**
 * Signing in, invitations and resets: the user's input, and the errors.
 *
 * Secrets are redacted as soon as they are read.
 */
import type { PasswordRefusal } from "@vintem/domain/access"
import { passwordCharactersMin, passwordLimits } from "@vintem/domain/access"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Codec, described, object, optional, orNull, refusedAs, required, value } from "../input/codec.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import type { FaultReason } from "../input/fault-code.ts"
import { email, fullName, notAString } from "../input/text.ts"

/** The longest token or code: a longer text cannot be one. */
const secretLengthMax = 4_096

/** A text that is kept as typed, with its spaces, and never shown. */
const secret: Codec<Redacted.Redacted<string>, Schema.String> = value(Schema.String, (input) => {
  if (typeof input !== "string") return refusedAs(notAString)
  if (input.length > secretLengthMax) return refusedAs({ code: "too_long", max: secretLengthMax })
  return Result.succeed(Redacted.make(input, { label: "secret" }))
})

const exampleToken = "9sN0d1lEXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXA"
const examplePassword = "correct horse battery staple"

const code = described(secret, { description: "Six digits of the authenticator, or a recovery code." })
const token = described(secret, { description: "The text after `#token=` in the link." })
const newPassword = described(secret, {
  description:
    `${passwordLimits.min} to ${passwordLimits.max} characters, ${passwordCharactersMin} of them different, and not the e-mail. ` +
    "Spaces at its ends count.",
})

/** E-mail and password. */
export const signInBody = described(object({ email: required(email), password: required(secret) }), {
  identifier: "SignInRequest",
  examples: [{ email: "ana@loja.example.com", password: examplePassword }],
})

/** The password of the signed-in user. */
export const proofBody = described(object({ password: required(secret) }), {
  identifier: "ProofRequest",
  examples: [{ password: examplePassword }],
})

/** The code of a second factor, after the password. */
export const codeBody = described(
  object({
    ticket: required(secret, { description: "From the answer to the password." }),
    code: required(code),
  }),
  { identifier: "CodeRequest", examples: [{ ticket: exampleToken, code: "492039" }] },
)

/** The e-mail of a user who asks for a reset link. */
export const askResetBody = described(object({ email: required(email) }), {
  identifier: "AskPasswordResetRequest",
  examples: [{ email: "ana@loja.example.com" }],
})

/** The chosen password, with the token of the link. */
export const resetBody = described(object({ token: required(token), password: required(newPassword) }), {
  identifier: "PasswordResetRequest",
  examples: [{ token: exampleToken, password: examplePassword }],
})

/** The token of an invitation. */
export const seeInvitationBody = described(object({ token: required(token) }), {
  identifier: "SeeInvitationRequest",
  examples: [{ token: exampleToken }],
})

/** Without name and password if there is a session. */
export const acceptInvitationBody = described(
  object({
    token: required(token),
    name: optional(orNull(fullName), { description: "Name of a new account, 2 to 140 characters." }),
    password: optional(orNull(newPassword)),
  }),
  {
    identifier: "AcceptInvitationRequest",
    examples: [{ token: exampleToken, name: "Ana Souza", password: examplePassword }],
  },
)

/** The first code of an authenticator. */
export const confirmSecondFactorBody = described(
  object({
    sealed: required(secret, { description: "From the answer that began the second factor." }),
    code: required(secret, { description: "The six digits that the authenticator shows." }),
  }),
  { identifier: "ConfirmSecondFactorRequest", examples: [{ sealed: exampleToken, code: "492039" }] },
)

/** A code of the second factor, for turning it off. */
export const removeSecondFactorBody = described(object({ code: required(code) }), {
  identifier: "RemoveSecondFactorRequest",
  examples: [{ code: "492039" }],
})

/** No such account, or a wrong password: the answer does not reveal which. */
export const wrongCredentials = (): InvalidFields => invalidFields([fault("password", { code: "wrong_credentials" })])

/** The signed-in user's password is another. */
export const wrongPassword = (): InvalidFields => invalidFields([fault("password", { code: "wrong_password" })])

/** The code is expired, was used before, or is not a code. */
export const wrongCode = (): InvalidFields => invalidFields([fault("code", { code: "wrong_code" })])

/** A link or a step that does not work, or no longer does. @param field - the field that had it */
export const worthNothing = (field: "ticket" | "token"): InvalidFields =>
  invalidFields([fault(field, { code: field === "ticket" ? "ticket_worthless" : "token_worthless" })])

/** Why a chosen password is refused. */
export const passwordRefused = ({ reason }: { readonly reason: PasswordRefusal }): InvalidFields =>
  invalidFields([fault("password", passwordReasons[reason])])

const passwordReasons: Readonly<Record<PasswordRefusal, FaultReason>> = {
  too_long: { code: "too_long", max: passwordLimits.max },
  unreadable: { code: "password_unreadable" },
  too_short: { code: "too_short", min: passwordLimits.min },
  repeats: { code: "password_repeats", min: passwordCharactersMin },
  names_owner: { code: "password_names_owner" },
}

/** Why an invitation was not accepted. It stays valid. */
export const invitationRefused = ({ reason }: { readonly reason: "SignInFirst" | "ForSomebodyElse" }): InvalidFields =>
  invalidFields([fault("token", { code: reason === "SignInFirst" ? "sign_in_first" : "for_somebody_else" })])

/** Why the second factor was not turned on or off. */
export const secondFactorRefused = ({ reason }: { readonly reason: "AlreadyOn" | "NotOn" }): InvalidFields =>
  invalidFields([fault("second_factor", { code: reason === "AlreadyOn" ? "second_factor_on" : "second_factor_off" })])
