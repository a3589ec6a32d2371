/** The stored hash of a token that was shown once: of sessions, invitations, resets and recovery codes. */
import * as Schema from "effect/Schema"

/** SHA-256, 64 hexadecimal digits. The token has 80 random bits or more, so nobody can find it from its hash. */
export const TokenHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("TokenHash"))
export type TokenHash = typeof TokenHash.Type
