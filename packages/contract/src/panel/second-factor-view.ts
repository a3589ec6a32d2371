/** A second factor, shown to its owner once. */
import * as Schema from "effect/Schema"

/** A secret for an authenticator, not in use yet. */
export const AuthenticatorView = Schema.Struct({
  secret: Schema.String.annotate({ description: "In base32, to type." }),
  uri: Schema.String.annotate({ description: "The URL for a QR code." }),
  sealed: Schema.String.annotate({ description: "Send it back with the first code. Only the service can read it." }),
}).annotate({
  identifier: "Authenticator",
  examples: [
    {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Vint%C3%A9m:ana%40loja.example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vint%C3%A9m",
      sealed: "EXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXAMPLEONLY",
    },
  ],
})
/** A secret for an authenticator, not in use yet. */
export type AuthenticatorView = typeof AuthenticatorView.Type

/** Recovery codes for a user who has lost their authenticator. */
export const RecoveryCodesView = Schema.Struct({
  recovery_codes: Schema.Array(Schema.String).annotate({ description: "Each works for one sign-in." }),
}).annotate({ identifier: "RecoveryCodes", examples: [{ recovery_codes: ["ABCD-EFGH-IJKL-MNOP"] }] })
/** Recovery codes for a user who has lost their authenticator. */
export type RecoveryCodesView = typeof RecoveryCodesView.Type
