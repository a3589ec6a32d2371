/**
 * What is stored of a token that was shown once: of sessions, invitations, resets and recovery codes.
 */
import * as Schema from "effect/Schema"

/** SHA-256, 64 hexadecimal digits. What is hashed has 80 random bits or more, so that its hash cannot be searched for. */
export const TokenHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("TokenHash"))
export type TokenHash = typeof TokenHash.Type
