import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { judgeAddresses, judgeUrl, nameOf } from "./address-guard.ts"

const publicOnly = { allowPrivate: false }
const privateToo = { allowPrivate: true }

const reasonOf = <A>(judged: Result.Result<A, { readonly reason: string }>) =>
  Result.match(judged, { onFailure: ({ reason }) => reason, onSuccess: () => "fine" })

const detailOf = <A>(judged: Result.Result<A, { readonly detail: string }>) =>
  Result.match(judged, { onFailure: ({ detail }) => detail, onSuccess: () => "fine" })

describe("a URL for webhooks", () => {
  it.each([
    "https://loja.example.com/avisos?loja=1",
    "https://loja.example.com:443/",
    "https://loja.example.com:8443/",
    "HTTPS://LOJA.EXAMPLE.COM",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]:8443/",
    "https://[::ffff:1.1.1.1]/",
    "https://recebedor.localdomain/",
  ])("may be %s", (text) => {
    expect(reasonOf(judgeUrl(text, publicOnly))).toBe("fine")
  })

  it.each([
    ["", "not_a_url"],
    ["loja.example.com", "not_a_url"],
    ["https://", "not_a_url"],
    ["https://300.1.1.1/", "not_a_url"],
    ["https://[::1", "not_a_url"],
    ["https://loja.example.com:65536/", "not_a_url"],
    ["http://loja.example.com/", "scheme"],
    ["ftp://loja.example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["unix:/var/run/docker.sock", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://eu@loja.example.com/", "credentials"],
    ["https://:senha@loja.example.com/", "credentials"],
    ["https://loja.example.com@127.0.0.1/", "credentials"],
    ["https://loja.example.com:80/", "port"],
    ["https://loja.example.com:22/", "port"],
    ["https://loja.example.com:8080/", "port"],
  ])("may not be %j: %s", (text, reason) => {
    expect(reasonOf(judgeUrl(text, publicOnly))).toBe(reason)
  })

  it.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0x7f000001",
    "0x7f.1",
    "127.0.0.1.",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:10.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "169.254.169.254",
    "168.63.129.16",
    "[::ffff:168.63.129.16]",
  ])("may not have the host %s", (host) => {
    expect(reasonOf(judgeUrl(`https://${host}/`, publicOnly))).toBe("address")
  })

  it("may lead to private places, unencrypted and to any port, if that is allowed", () => {
    for (const text of ["http://127.0.0.1:3000/", "http://[::1]:80/", "http://10.0.0.7:22/", "http://loja:8080/a"]) {
      expect(reasonOf(judgeUrl(text, privateToo))).toBe("fine")
    }
    expect(reasonOf(judgeUrl("https://eu:senha@127.0.0.1/", privateToo))).toBe("credentials")
    expect(reasonOf(judgeUrl("ftp://127.0.0.1/", privateToo))).toBe("scheme")
    expect(reasonOf(judgeUrl("http://169.254.169.254/latest/meta-data", privateToo))).toBe("address")
  })

  it("has a name unless its host is an address", () => {
    expect(nameOf(new URL("https://Loja.example.com:8443/"))).toBe("loja.example.com")
    expect(nameOf(new URL("https://127.1/"))).toBeUndefined()
    expect(nameOf(new URL("https://[::1]/"))).toBeUndefined()
  })

  it("is refused without quoting it", () => {
    const text = `https://eu:senha@loja.example.com:22/${"segredo"}`
    expect(detailOf(judgeUrl(text, publicOnly))).not.toMatch(/senha|segredo|loja/u)
    expect(detailOf(judgeUrl(`${"x".repeat(5_000)}:segredo`, publicOnly)).length).toBeLessThanOrEqual(200)
  })
})

describe("an address for webhooks", () => {
  it.each(["1.1.1.1", "200.160.2.3", "::ffff:8.8.8.8", "2606:4700:4700::1111", "2804:14c::1"])(
    "may be %s",
    (address) => {
      expect(reasonOf(judgeAddresses([address], publicOnly))).toBe("fine")
    },
  )

  it.each([
    ["0.0.0.0", "unspecified"],
    ["0.1.2.3", "unspecified"],
    ["10.0.0.1", "private"],
    ["100.64.0.1", "carrier grade nat"],
    ["100.100.100.200", "cloud platform"],
    ["127.255.255.254", "loopback"],
    ["169.254.169.254", "link local"],
    ["172.31.255.255", "private"],
    ["192.0.0.192", "cloud platform"],
    ["192.0.2.1", "reserved"],
    ["192.88.99.1", "reserved"],
    ["192.168.0.1", "private"],
    ["198.18.0.1", "reserved"],
    ["198.51.100.1", "reserved"],
    ["203.0.113.1", "reserved"],
    ["224.0.0.1", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["168.63.129.16", "cloud platform"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::ffff:10.0.0.1", "private"],
    ["::ffff:0:10.0.0.1", "rfc6145"],
    ["64:ff9b::7f00:1", "rfc6052"],
    ["64:ff9b:1::a00:1", "rfc6052"],
    ["100::1", "discard"],
    ["2001::1", "teredo"],
    ["2001:2::1", "benchmarking"],
    ["2001:db8::1", "reserved"],
    ["2002:a00:1::", "6to4"],
    ["3fff::1", "reserved"],
    ["4000::1", "reserved"],
    ["1::1", "reserved"],
    ["fc00::1", "unique local"],
    ["fd00:ec2::254", "cloud platform"],
    ["fe80::1", "link local"],
    ["fe80::1%eth0", "link local"],
    ["fec0::1", "deprecated site local"],
    ["ff02::1", "multicast"],
    ["localhost", "malformed"],
    ["", "malformed"],
  ])("may not be %s: %s", (address, kind) => {
    expect(detailOf(judgeAddresses([address], publicOnly))).toBe(`a ${kind} address`)
  })

  it("is refused among good ones, at any position", () => {
    expect(reasonOf(judgeAddresses(["1.1.1.1", "2606:4700::1", "8.8.8.8"], publicOnly))).toBe("fine")
    expect(reasonOf(judgeAddresses(["1.1.1.1", "127.0.0.1"], publicOnly))).toBe("address")
    expect(reasonOf(judgeAddresses(["::1", "1.1.1.1", "8.8.8.8"], publicOnly))).toBe("address")
  })

  it("is required: a name without any is refused, whatever is allowed", () => {
    for (const policy of [publicOnly, privateToo]) expect(reasonOf(judgeAddresses([], policy))).toBe("name_not_found")
  })

  it("may be private if that is allowed, but not a special one", () => {
    const allowed = ["127.0.0.1", "::1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd00::1", "1.1.1.1"]
    expect(reasonOf(judgeAddresses(allowed, privateToo))).toBe("fine")
    for (const odd of [
      "169.254.169.254",
      "0.0.0.0",
      "224.0.0.1",
      "168.63.129.16",
      "64:ff9b::7f00:1",
      "192.0.0.192",
      "100.100.100.200",
      "fd00:ec2::254",
      "fd20:ce::254",
    ]) {
      expect(reasonOf(judgeAddresses([odd], privateToo))).toBe("address")
    }
  })
})
