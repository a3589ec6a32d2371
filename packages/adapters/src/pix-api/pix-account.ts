/**
 * An account at an institution that speaks API Pix.
 */
import type { PixKey } from "@vintem/domain/pix"
import type { ChargeRequest } from "@vintem/domain/ports"
import type * as Redacted from "effect/Redacted"
import type { ClientCertificate } from "../connection/connections.ts"
import type { PspAccount } from "../psp/psp.ts"
import type { Profile } from "./profile.ts"

export interface PixAccount extends PspAccount {
  readonly profile: Profile
  /**
   * Without trailing slash; `/cob` is appended. Only an operator sets it: the certificate is shown to the server at
   * this address.
   */
  readonly baseUrl: string
  /** The address for requesting tokens. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly certificate: ClientCertificate
  /** Trusted instead of the authorities that Node trusts, PEM. */
  readonly ca?: string
  readonly pixKey: PixKey
  /** Printed in a Pix code that the institution leaves to us. */
  readonly receiver: ChargeRequest["receiver"]
  /** Milliseconds until an operation with all its requests is given up. */
  readonly timeoutMillis: number
}
