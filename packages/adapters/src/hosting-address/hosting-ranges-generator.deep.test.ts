import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import { afterAll, describe, expect, it } from "vitest"
import type { HostingRanges, RangeTable } from "./hosting-ranges.ts"
import { decodeHostingRanges } from "./hosting-ranges-file.ts"

const script = fileURLToPath(new URL("../../../../scripts/hosting-ranges.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "vintem-hosting-"))
afterAll(() => rmSync(folder, { recursive: true }))

const out = join(folder, "out.bin")

const generate = (ipv4: ReadonlyArray<string>, ipv6: ReadonlyArray<string>, date = "2026-06-17") => {
  const csv = { ipv4: join(folder, "ipv4.csv"), ipv6: join(folder, "ipv6.csv") }
  writeFileSync(csv.ipv4, ipv4.map((line) => `${line}\n`).join(""))
  writeFileSync(csv.ipv6, ipv6.map((line) => `${line}\n`).join(""))
  rmSync(out, { force: true })
  const options = ["--ipv4", csv.ipv4, "--ipv6", csv.ipv6, "--date", date, "--source", "a test", "--out", out]
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=vintem-source", script, ...options], {
    encoding: "utf8",
  })
  return { status, stderr }
}

const generated = (ipv4: ReadonlyArray<string>, ipv6: ReadonlyArray<string>): HostingRanges => {
  expect(generate(ipv4, ipv6)).toMatchObject({ status: 0 })
  return Result.getOrThrow(decodeHostingRanges(readFileSync(out)))
}

const listed = ({ asns, ends, starts }: RangeTable<ArrayLike<number | bigint>>) =>
  Array.from(starts, (start, position) => [start, ends[position], asns[position]])

describe("the generator of hosting ranges", () => {
  it("keeps hosting networks, joins touching ones, and sorts", () => {
    const { ipv4 } = generated(
      [
        '700,799,24940,"Hetzner Online GmbH"',
        "100,199,24940,Hetzner Online GmbH",
        "200,255,24940,Hetzner Online GmbH",
        "256,299,16276,OVH SAS",
        "301,399,16276,OVH SAS",
        '400,499,13335,"Cloudflare, Inc."',
        "500,599,15169,Google LLC",
        "600,699,27699,TELEFONICA BRASIL S.A",
        "650,660,18881,TELEFONICA BRASIL S.A",
        "800,899,24940,Hetzner Online GmbH",
        "850,860,24940,Hetzner Online GmbH",
      ],
      [],
    )
    expect(listed(ipv4)).toEqual([
      [100, 255, 24940],
      [256, 299, 16276],
      [301, 399, 16276],
      [700, 899, 24940],
    ])
  })

  it("keeps whole IPv6 networks of 64 bits only, and joins them", () => {
    const network = (n: bigint) => n << 64n
    const { ipv6 } = generated(
      [],
      [
        `${network(10n)},${network(11n) - 1n},24940,Hetzner Online GmbH`,
        `${network(11n)},${network(13n) - 1n},24940,Hetzner Online GmbH`,
        `${network(20n) + 1n},${network(22n)},24940,Hetzner Online GmbH`,
        `${network(30n) + 1n},${network(30n) + 9n},24940,Hetzner Online GmbH`,
      ],
    )
    expect(listed(ipv6)).toEqual([
      [10n, 12n, 24940],
      [21n, 21n, 24940],
    ])
  })

  it("writes date, source and attribution, and equal bytes each time", () => {
    const rows = ["100,199,24940,Hetzner Online GmbH"]
    const first = generated(rows, [])
    const bytes = readFileSync(out)
    generated(rows, [])
    expect(readFileSync(out).equals(bytes)).toBe(true)
    expect(first).toMatchObject({ snapshotDate: "2026-06-17", source: "a test" })
    for (const name of ["Route Views", "DB-IP", "Number Resource Organization", "CC BY 4.0"]) {
      expect(first.attribution).toContain(name)
    }
  })

  it.each([
    [
      "two systems that announce one hosting address",
      ["100,199,24940,Hetzner", "150,160,27699,Vivo"],
      "2026-06-17",
      /AS24940 and AS27699/u,
    ],
    ["addresses that are no numbers", ["5.9.0.0,5.9.255.255,24940,Hetzner"], "2026-06-17", /ipv4\.csv:1 is not/u],
    ["a day that does not exist", [], "2026-02-30", /--date 2026-02-30 is no day/u],
  ])("refuses %s", (_, rows, date, message) => {
    const { status, stderr } = generate(rows, [], date)
    expect(status).toBe(1)
    expect(stderr).toMatch(message)
  })

  it("names a missing argument", () => {
    const { status, stderr } = spawnSync(process.execPath, ["--conditions=vintem-source", script], { encoding: "utf8" })
    expect(status).toBe(1)
    expect(stderr).toContain("Missing: --ipv4, --ipv6, --date, --source")
  })
})
