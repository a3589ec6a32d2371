// The language of a page, where it leads, and which texts are sites.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { HexColor } from "./hex-color.ts"
import { defaultPageSettings, pageColor, pageLanguage, redirectAfterPaying, SiteOrigin } from "./page-settings.ts"

const ofCompany = { ...defaultPageSettings, language: "en", redirectAfterSuccess: "https://loja.example.com" } as const

describe("pageLanguage", () => {
  it("is the link's, else the company's", () => {
    expect(pageLanguage(defaultPageSettings, null)).toBe("pt-BR")
    expect(pageLanguage(ofCompany, null)).toBe("en")
    expect(pageLanguage(ofCompany, {})).toBe("en")
    expect(pageLanguage(ofCompany, { language: "pt-BR" })).toBe("pt-BR")
  })
})

describe("pageColor", () => {
  it("is the link's, else the company's", () => {
    const [green, white] = [HexColor.make("#0B6E4F"), HexColor.make("#fff")]
    const ofGreen = { ...defaultPageSettings, bgColor: green }
    expect(pageColor(defaultPageSettings, null)).toBeNull()
    expect(pageColor(defaultPageSettings, { bgColor: white })).toBe(white)
    expect([pageColor(ofGreen, null), pageColor(ofGreen, {}), pageColor(ofGreen, { bgColor: null })]).toEqual([
      green,
      green,
      green,
    ])
    expect(pageColor(ofGreen, { bgColor: white })).toBe(white)
  })
})

describe("redirectAfterPaying", () => {
  it("is the link's, else the company's", () => {
    expect(redirectAfterPaying(defaultPageSettings, null)).toBeNull()
    expect(redirectAfterPaying(ofCompany, {})).toBe("https://loja.example.com")
    expect(redirectAfterPaying(ofCompany, { redirectAfterSuccess: "https://a.b" })).toBe("https://a.b")
  })
})

describe("SiteOrigin", () => {
  const isSite = Schema.is(SiteOrigin)

  it.each([
    "https://loja.example.com",
    "http://localhost:3000",
    "https://192.0.2.1",
    "https://loja.example.com:65535",
    "https://loja.example.com:1",
    "https://xn--caf-dma.example",
    `https://${"a".repeat(63)}.example`,
  ])("accepts %s", (text) => {
    expect(isSite(text)).toBe(true)
  })

  it.each([
    "https://*.example.com",
    "*",
    "https:",
    "https://loja.example.com/",
    "https://loja.example.com; script-src *",
    "https://loja.example.com\n",
    "https://loja.example.com 'unsafe-inline'",
    "https://LOJA.example.com",
    "https://usuario@loja.example.com",
    "https://-loja.example.com",
    "https://loja.example.com:65536",
    "https://loja.example.com:0",
    "ftp://loja.example.com",
    `https://${"a".repeat(64)}.example`,
    `https://${"a.".repeat(140)}example`,
  ])("refuses %s", (text) => {
    expect(isSite(text)).toBe(false)
  })
})
