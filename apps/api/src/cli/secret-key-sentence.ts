/**
 * The message where the secret key is not the database's: one line, with what to do.
 */
import type { SecretKeyRefused } from "../secret-key.ts"

const advice = 'See docs/operations.md, "The secret key".'

export const secretKeySentence = ({ reason, source }: SecretKeyRefused): string => {
  switch (reason) {
    case "lost":
      return `The secret key that this database was begun with is not there: put ${source} back, or set VINTEM_SECRET_KEY to what it held. ${advice}`
    case "unreadable":
      return `${source} does not hold a secret key (base64 of at least 32 bytes): put back what it held. ${advice}`
    case "other":
      return `The secret key in ${source} is not the one that this database was begun with: put that one back. ${advice}`
  }
}
