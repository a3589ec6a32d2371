/**
 * The value of `VINTEM_TRUSTED_PROXIES` and `VINTEM_METRICS_ALLOW`. The module that reads addresses defines how
 * networks are written.
 */
import { type Networks, parseNetworks } from "@vintem/adapters"
import { Result } from "effect"
import type { ValueKind } from "./value-kind.ts"

export const networksKind: ValueKind<Networks> = {
  expected: "CIDRs separated by commas, without bits beyond their prefix, such as `10.0.0.0/8, fd00::/8`",
  isConfidential: false,
  parse: (text) => Result.getSuccess(parseNetworks(text)),
}
