/**
 * Tells servers from people by their network address.
 */
import * as Context from "effect/Context"
import type * as Option from "effect/Option"

/** Says whether an address is of a hosting network, by a list of a known date. */
export class HostingAddressDetector extends Context.Service<
  HostingAddressDetector,
  {
    /** The cloud-hosting network an IPv4 or IPv6 address belongs to, by its autonomous system; none for any other address. */
    readonly detect: (address: string) => Option.Option<{ readonly asn: number }>
    /** When the list of networks was made, `YYYY-MM-DD`. */
    readonly snapshotDate: string
  }
>()("@vintem/domain/ports/HostingAddressDetector") {}
