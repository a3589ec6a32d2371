/** An operator's settings for charging. */
import { Context } from "effect"

export class ChargePolicy extends Context.Service<
  ChargePolicy,
  {
    /** How long to wait for the acquirer, in milliseconds. After that, the outcome is unknown. */
    readonly acquirerTimeoutMillis: number
    /** True if single orders from cloud-hosting addresses are refused, for companies that leave it to the service. */
    readonly blockCloud: boolean
  }
>()("@vintem/application/ChargePolicy") {}
