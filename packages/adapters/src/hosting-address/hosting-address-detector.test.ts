import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, layer } from "@effect/vitest"
import { parseLocalDate } from "@vintem/domain/calendar"
import { HostingAddressDetector } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { afterAll } from "vitest"
import * as HostingAddressDetectorSnapshot from "./hosting-address-detector.ts"
import { encodeHostingRanges } from "./hosting-ranges-file.ts"

layer(HostingAddressDetectorSnapshot.layer)("the bundled snapshot", (it) => {
  it.effect.each([
    ["Amazon, São Paulo", "52.67.10.10", 16509],
    ["Amazon, São Paulo", "18.228.1.1", 16509],
    ["Amazon, Virginia", "3.80.0.1", 14618],
    ["Google Cloud, São Paulo", "35.199.64.1", 396982],
    ["Google Cloud, São Paulo", "34.95.128.1", 396982],
    ["Azure, Brazil South", "191.232.1.1", 8075],
    ["Oracle, São Paulo", "129.148.1.1", 31898],
    ["DigitalOcean", "104.131.1.1", 14061],
    ["Linode", "45.33.1.1", 63949],
    ["Hetzner", "88.198.1.1", 24940],
    ["OVH", "51.79.1.1", 16276],
    ["Locaweb", "177.153.1.1", 27715],
    ["Amazon, São Paulo", "2600:1f1e:1::1", 16509],
    ["Google Cloud", "2600:1900:4000::1", 396982],
    ["DigitalOcean", "2604:a880::1", 14061],
    ["Hetzner", "2a01:4f8::1", 24940],
    ["Locaweb", "2804:218::1", 27715],
    ["Amazon, seen through a socket of both families", "::ffff:52.67.10.10", 16509],
  ] as const)("flags %s: %s as AS%i", ([, address, asn]) =>
    Effect.gen(function* () {
      const detector = yield* HostingAddressDetector
      expect(detector.detect(address)).toEqual(Option.some({ asn }))
    }),
  )

  it.effect.each([
    ["Claro", "177.32.0.1"],
    ["Claro", "189.4.1.1"],
    ["Vivo, mobile", "177.26.1.1"],
    ["Vivo, mobile", "179.100.1.1"],
    ["Vivo", "187.10.1.1"],
    ["Ligga", "177.92.10.10"],
    ["Claro", "2804:14c:1::1"],
    ["Vivo", "2804:7f0:1::1"],
    ["TIM", "2804:214::1"],
    ["V.tal", "2804:d4b:1::1"],
    ["Google itself", "8.8.8.8"],
    ["Google itself", "2001:4860:4860::8888"],
    ["Cloudflare", "1.1.1.1"],
    ["Cloudflare", "2606:4700:4700::1111"],
    ["Akamai's edge", "172.224.0.1"],
    ["Apple", "17.5.1.1"],
    ["this machine", "127.0.0.1"],
    ["this machine", "::1"],
    ["a private network", "10.0.0.1"],
    ["a private network", "172.16.0.1"],
    ["a private network", "192.168.0.1"],
    ["a private network", "fd00::1"],
    ["a carrier's inside", "100.64.0.1"],
    ["no address", "unknown"],
    ["no address", ""],
  ] as const)("leaves %s alone: %s", ([, address]) =>
    Effect.gen(function* () {
      const detector = yield* HostingAddressDetector
      expect(detector.detect(address)).toEqual(Option.none())
    }),
  )

  // Networks without hosting neighbors on both sides.
  it.effect.each([
    ["Hetzner", 24940, "5.8.255.255", "5.9.0.0", "5.9.255.255", "5.10.0.0"],
    ["Locaweb", 27715, "191.251.255.255", "191.252.0.0", "191.252.255.255", "191.253.0.0"],
    [
      "Locaweb",
      27715,
      "2804:217:ffff:ffff:ffff:ffff:ffff:ffff",
      "2804:218::",
      "2804:218:ffff:ffff:ffff:ffff:ffff:ffff",
      "2804:219::",
    ],
  ] as const)("knows the bounds of %s (AS%i): %s | %s – %s | %s", ([, asn, before, first, last, after]) =>
    Effect.gen(function* () {
      const detector = yield* HostingAddressDetector
      expect([before, first, last, after].map((address) => Option.getOrNull(detector.detect(address)))).toEqual([
        null,
        { asn },
        { asn },
        null,
      ])
    }),
  )

  it.effect("knows its date", () =>
    Effect.gen(function* () {
      const { snapshotDate } = yield* HostingAddressDetector
      expect(Result.isSuccess(parseLocalDate(snapshotDate))).toBe(true)
    }),
  )
})

describe("an operator's own snapshot", () => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-hosting-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  it.effect("is read from its path", () =>
    Effect.gen(function* () {
      const detector = yield* HostingAddressDetector
      expect(detector.detect("192.0.2.7")).toEqual(Option.some({ asn: 64500 }))
      expect(detector.detect("52.67.10.10")).toEqual(Option.none())
      expect(detector.snapshotDate).toBe("2027-01-31")
    }).pipe(
      Effect.provide(
        HostingAddressDetectorSnapshot.layerFile(
          file(
            "own.bin",
            encodeHostingRanges({
              snapshotDate: Result.getOrThrow(parseLocalDate("2027-01-31")),
              source: "a test",
              attribution: "nobody",
              ipv4: {
                starts: Uint32Array.of(0xc0000200),
                ends: Uint32Array.of(0xc00002ff),
                asns: Uint32Array.of(64500),
              },
              ipv6: { starts: new BigUint64Array(), ends: new BigUint64Array(), asns: new Uint32Array() },
            }),
          ),
        ),
      ),
    ),
  )

  it.effect.each([
    ["is not there", join(folder, "nowhere.bin"), "file"],
    [
      "is something else",
      file("other.bin", new TextEncoder().encode("1.2.3.4,1.2.3.5,64500,Example\n".repeat(9))),
      "magic",
    ],
    ["is empty", file("empty.bin", new Uint8Array()), "magic"],
  ] as const)("is refused if it %s, with path and reason", ([, path, reason]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        HostingAddressDetector.pipe(Effect.provide(HostingAddressDetectorSnapshot.layerFile(path))),
      )
      expect(error).toMatchObject({ _tag: "HostingRangesUnreadable", path, reason })
    }),
  )
})

layer(HostingAddressDetectorSnapshot.layerNone)("no snapshot", (it) => {
  it.effect("flags nobody, and never ages", () =>
    Effect.gen(function* () {
      const detector = yield* HostingAddressDetector
      expect(detector.detect("52.67.10.10")).toEqual(Option.none())
      expect(detector.snapshotDate > "2999-01-01").toBe(true)
    }),
  )
})
