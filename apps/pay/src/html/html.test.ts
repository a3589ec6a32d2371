import { describe, expect, it } from "vitest"
import { html, trusted } from "./html.ts"

describe("a template", () => {
  it("escapes every text, in content and in attributes", () => {
    const hostile = `"><script>alert('x')</script>&`
    expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>",
    )
  })

  it("leaves no markup character of a text", () => {
    const everything = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit)).join("")
    expect(String(html`${everything}`)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/u)
  })

  it("inserts other templates unchanged, lists of them, numbers and nothing", () => {
    expect(String(html`<ul>${[1, 2].map((one) => html`<li>${one}</li>`)}</ul>${null}${trusted("<br>")}${[]}`)).toBe(
      "<ul><li>1</li><li>2</li></ul><br>",
    )
  })
})
