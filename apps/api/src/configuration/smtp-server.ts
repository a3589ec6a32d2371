/** The value of `VINTEM_SMTP_URL`. The module that sends mail defines how a server is written. */
import { parseSmtpUrl, type SmtpServer } from "@vintem/adapters"
import type { ValueKind } from "./value-kind.ts"

export const smtpServerKind: ValueKind<SmtpServer> = {
  expected:
    "`smtp://USER:PASSWORD@HOST:PORT`, or the same with `smtps://`, with `?from=ADDRESS` and `tls=required`, `optional` or `off` if need be",
  isConfidential: true,
  parse: parseSmtpUrl,
}
