// Makes the snapshot of cloud-hosting networks that packages/adapters carries. Run it by hand for a newer list, never
// at start; packages/adapters/data/README.md has the command, the source and its licence.
//
//   node --conditions=vintem-source scripts/hosting-ranges.mjs --ipv4 <csv> --ipv6 <csv> --date <YYYY-MM-DD> --source <text>
//     [--out <bin>]
//
// The CSV files hold one range a line, with addresses as whole numbers: first, last, autonomous system, name.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { parseLocalDate } from "@vintem/domain/calendar"
import { encodeHostingRanges } from "../packages/adapters/src/hosting-address/hosting-ranges-file.ts"

// Networks where anyone rents a server. Networks that people browse from are left out on purpose, even if their company
// also rents servers under another number: Cloudflare (13335, WARP), Google itself (15169), Apple (714, 6185) and
// Akamai's edge (20940, 36183, Private Relay), VPN carriers (Datacamp 212238 and 60068, PacketHub 136787), and hosts
// that also connect homes or offices (UOL 7162).
const hostingNetworks = {
  "Alibaba Cloud": [37963, 45102, 134963],
  "Amazon Web Services": [8987, 14618, 16509],
  Contabo: [40021, 51167, 141995],
  DigitalOcean: [14061],
  "Fly.io": [40509],
  GoDaddy: [26496, 398101],
  "Google Cloud": [396982],
  Hetzner: [24940, 212317, 213230, 215859],
  Hivelocity: [29802],
  HostDime: [33182],
  Hostinger: [47583, 204915],
  "Huawei Cloud": [55990, 136907],
  "IBM Cloud": [36351],
  IONOS: [8560],
  Kamatera: [36007, 41436, 64022],
  "Latitude.sh": [262287, 396356],
  Leaseweb: [
    7203, 19148, 27411, 28753, 30633, 32613, 59253, 60781, 133752, 134351, 136988, 205544, 393886, 394380, 395954,
    396190, 396362,
  ],
  "Linode (Akamai)": [63949],
  Locaweb: [27715, 53244, 262446, 263590, 274483],
  M247: [9009],
  "Microsoft Azure": [8075],
  netcup: [197540],
  "Newfold (HostGator)": [46606, 263093],
  "Oracle Cloud": [31898],
  OVH: [16276, 35540],
  Rackspace: [15395, 19994, 27357, 33070],
  Railway: [400940],
  RedeHost: [53057],
  Render: [397273],
  SaveinCloud: [263511],
  Scaleway: [12876],
  Tencent: [45090, 132203, 133478],
  UpCloud: [25697, 202053],
  Vultr: [20473],
}

const attribution =
  "Contains IP to AS Number data created by Route Views (https://www.routeviews.org), IP to ASN Lite data by DB-IP (https://db-ip.com) and " +
  "statistics by the Number Resource Organization (https://www.nro.net), each under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). " +
  "Changed: reduced to hosting networks, neighbouring ranges merged, names removed."

const main = () => {
  const { date, ipv4, ipv6, out, source } = readArguments()
  const hosting = new Set(Object.values(hostingNetworks).flat())
  const rows4 = readRanges(ipv4, hosting)
  const rows6 = readRanges(ipv6, hosting).flatMap(wholeNetworks64)
  const unseen = [...hosting].filter((asn) => ![...rows4, ...rows6].some((row) => row.asn === asn))
  const ranges4 = merge(rows4)
  const ranges6 = merge(rows6)
  const bytes = encodeHostingRanges({
    snapshotDate: date,
    source,
    attribution,
    ipv4: {
      starts: Uint32Array.from(ranges4, (range) => Number(range.start)),
      ends: Uint32Array.from(ranges4, (range) => Number(range.end)),
      asns: Uint32Array.from(ranges4, (range) => range.asn),
    },
    ipv6: {
      starts: BigUint64Array.from(ranges6, (range) => range.start),
      ends: BigUint64Array.from(ranges6, (range) => range.end),
      asns: Uint32Array.from(ranges6, (range) => range.asn),
    },
  })
  writeFileSync(out, bytes)
  console.log(
    `${out}: ${ranges4.length} IPv4 and ${ranges6.length} IPv6 ranges of ${hosting.size - unseen.length} networks, ${bytes.length} bytes`,
  )
  if (unseen.length > 0) console.warn(`Announce nothing in this data: ${unseen.map((asn) => `AS${asn}`).join(", ")}`)
}

const readArguments = () => {
  const text = { type: "string" }
  const { values } = parseArgs({ options: { ipv4: text, ipv6: text, date: text, source: text, out: text } })
  const missing = ["ipv4", "ipv6", "date", "source"].filter((name) => values[name] === undefined)
  if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(", ")}`)
  const date = parseLocalDate(values.date)
  if (date._tag === "Failure") throw new Error(`--date ${values.date} is no day written YYYY-MM-DD`)
  const bundled = fileURLToPath(new URL("../packages/adapters/data/hosting-ranges.bin", import.meta.url))
  return { ...values, date: date.success, out: values.out ?? bundled }
}

/**
 * The hosting ranges of a CSV file, in ascending order. The owner of overlapping ranges is uncertain: if an overlap
 * touches a hosting network, the file is refused.
 */
const readRanges = (path, hosting) => {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const [, start, end, asn] = /^([0-9]+),([0-9]+),([0-9]+),/u.exec(line) ?? []
      if (asn === undefined) throw new Error(`${path}:${index + 1} is not: first, last, autonomous system, name`)
      return { start: BigInt(start), end: BigInt(end), asn: Number(asn) }
    })
    .sort((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0))
  let previous
  for (const row of rows) {
    const overlap = previous !== undefined && row.start <= previous.end && row.asn !== previous.asn
    if (overlap && (hosting.has(row.asn) || hosting.has(previous.asn)))
      throw new Error(`${path}: AS${previous.asn} and AS${row.asn} both announce ${row.start}`)
    if (previous === undefined || row.end > previous.end) previous = row
  }
  return rows.filter((row) => hosting.has(row.asn))
}

/**
 * A range of IPv6 addresses as a range of networks of 64 bits, without partly covered ones: these may have another
 * owner.
 */
const wholeNetworks64 = ({ asn, end, start }) => {
  const first = (start + 0xffff_ffff_ffff_ffffn) >> 64n
  const last = ((end + 1n) >> 64n) - 1n
  return first <= last ? [{ start: first, end: last, asn }] : []
}

/** Joins ranges of one autonomous system that touch or overlap. Expects ascending order, and keeps it. */
const merge = (rows) => {
  const merged = []
  for (const row of rows) {
    const last = merged.at(-1)
    if (last === undefined || last.asn !== row.asn || row.start > last.end + 1n) merged.push({ ...row })
    else if (row.end > last.end) last.end = row.end
  }
  return merged
}

main()
