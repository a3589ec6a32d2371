/**
 * What an operator decides about charging.
 */
import { Context } from "effect"

export class ChargePolicy extends Context.Service<
  ChargePolicy,
  {
    /** After which an acquirer that has not answered counts as silent, and the outcome as unknown. Milliseconds. */
    readonly acquirerTimeoutMillis: number
    /** Whether single orders from cloud-hosting addresses are refused, for companies that leave it to the service. */
    readonly blockCloud: boolean
  }
>()("@vintem/application/ChargePolicy") {}
