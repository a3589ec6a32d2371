/** Distinguishes servers from people by their network address. */
import * as Context from "effect/Context"
import type * as Option from "effect/Option"

/** Recognises addresses of hosting networks, by a list of a known date. */
export class HostingAddressDetector extends Context.Service<
  HostingAddressDetector,
  {
    /** The cloud-hosting network of an IPv4 or IPv6 address, by its autonomous system. None for any other address. */
    readonly detect: (address: string) => Option.Option<{ readonly asn: number }>
    /** The date of the list of networks, `YYYY-MM-DD`. */
    readonly snapshotDate: string
  }
>()("@vintem/domain/ports/HostingAddressDetector") {}
