/**
 * Tells servers from people by a snapshot of cloud-hosting companies' networks.
 *
 * False alarms are certain: people behind VPNs and corporate proxies leave from such networks too. And a snapshot gets
 * old, as networks change owners: the service compares `snapshotDate` with today when it starts.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { HostingAddressDetector } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { lookupHostingRange } from "./hosting-ranges.ts"
import { decodeHostingRanges, HostingRangesFault } from "./hosting-ranges-file.ts"

/** The snapshot that comes with this package. */
export const layer: Layer.Layer<HostingAddressDetector> = Layer.suspend(() =>
  Layer.orDie(layerFile(fileURLToPath(new URL("../../data/hosting-ranges.bin", import.meta.url)))),
)

/** An operator's own snapshot, made by `scripts/hosting-ranges.mjs` and read when the layer is built. */
export const layerFile = (path: string): Layer.Layer<HostingAddressDetector, HostingRangesUnreadable> =>
  Layer.effect(
    HostingAddressDetector,
    Effect.gen(function* () {
      const bytes = yield* Effect.try({
        try: () => readFileSync(path),
        catch: (cause) => new HostingRangesUnreadable({ path, reason: "file", cause }),
      })
      const ranges = yield* Effect.fromResult(decodeHostingRanges(bytes)).pipe(
        Effect.mapError((cause) => new HostingRangesUnreadable({ path, reason: cause.reason, cause })),
      )
      return HostingAddressDetector.of({
        detect: (address) => Option.fromUndefinedOr(lookupHostingRange(ranges, address)),
        snapshotDate: ranges.snapshotDate,
      })
    }),
  )

/** Detects nothing. An empty list is never out of date, so it has the last possible day. */
export const layerNone: Layer.Layer<HostingAddressDetector> = Layer.succeed(HostingAddressDetector, {
  detect: () => Option.none(),
  snapshotDate: "9999-12-31",
})

/**
 * The snapshot cannot be used; the operator who configured its path can fix it.
 *
 * `file`: it cannot be opened or read. For the other reasons see `HostingRangesMalformed`.
 */
export class HostingRangesUnreadable extends Schema.TaggedError<HostingRangesUnreadable>()("HostingRangesUnreadable", {
  path: Schema.String,
  reason: Schema.Literals(["file", ...HostingRangesFault.literals]),
  cause: Schema.Defect(),
}) {}
