// A company's page settings: the meaning of missing, blank and null, and refused values.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bodyOf, object, withDefault } from "../input/codec.ts"
import { pageSettings } from "./page-settings.ts"

const read = bodyOf(object({ pages: withDefault(pageSettings, {}) }))

describe("page settings", () => {
  it.each([
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ language: "", redirect_after_success: " ", site: "" }, {}],
    [
      { language: null, bg_color: null, redirect_after_success: null, site: null, receipts: null },
      { language: "pt-BR", bgColor: null, redirectAfterSuccess: null, site: null, receipts: "links" },
    ],
    [{ language: "en" }, { language: "en" }],
    [{ bg_color: " #0B6e4F " }, { bgColor: "#0B6e4F" }],
    [{ bg_color: " " }, {}],
    [{ receipts: "all" }, { receipts: "all" }],
    [{ site: " HTTPS://Loja.example.com/ " }, { site: "https://loja.example.com" }],
    [{ redirect_after_success: "http://a.b/c" }, { redirectAfterSuccess: "http://a.b/c" }],
  ])("for %j reads %j", (input, settings) => {
    expect(read({ pages: input })).toEqual(Result.succeed({ pages: settings }))
  })

  it("reports every fault by its path", () => {
    const pages = {
      language: "fr",
      bg_color: "red",
      redirect_after_success: "https://eu:senha@a.b",
      site: "https://a.b/c",
    }
    expect(Result.merge(Result.mapError(read({ pages }), ({ faults }) => faults))).toEqual([
      { path: "pages.language", reason: { code: "unknown_value", allowed: ["pt-BR", "en"] } },
      { path: "pages.bg_color", reason: { code: "invalid_color" } },
      { path: "pages.redirect_after_success", reason: { code: "url_with_credentials" } },
      { path: "pages.site", reason: { code: "invalid_site" } },
    ])
  })

  it("needs an object", () => {
    expect(Result.isFailure(read({ pages: "en" }))).toBe(true)
  })
})
