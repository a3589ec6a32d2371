/** The payer's pages. */
import { LinkContactResponse } from "@vintem/contract"
import { AcquirerUnreached } from "@vintem/domain/ports"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { address, byCard, byNumber, byPix, bySlip, payer } from "./example-orders.ts"
import { credit, linksPath, ordersPath, payersOf, paying, slip } from "./payers.ts"
import {
  type Answer,
  type CompanyUnderTest,
  faultsIn,
  publicUrl,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()
const { linkOf, makeLink, paid, payLink, post, report, seeOrder } = payersOf(service)

const pageOf = (path: string) => service.call("GET", path)

const place = async (company: CompanyUnderTest, body: unknown) => paid(await company.post("/api/v1/order/single", body))

/** The tags of a page's markup, without the text between them. */
const tagsIn = ({ text }: Answer): ReadonlyArray<string> => text.match(/<[^>]*>/gu) ?? []

describe("every page of a payer", () => {
  it("is for the browser alone: nothing in its markup runs, no other site frames it, nothing stores a copy", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { bg_color: "#0B6E4F" })
    const order = await place(company, byPix())
    for (const path of [`/l/${slug}`, `/pay/${order.data.public_key}`, "/l/nobodys", "/pay/nobodys"]) {
      const page = await pageOf(path)
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
      expect(page.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
          "base-uri 'none'; frame-ancestors 'none'",
      )
      expect(page.headers.get("cache-control")).toBe("no-store")
      expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow")
      expect(page.headers.get("referrer-policy")).toBe("no-referrer")
      expect(page.headers.get("x-content-type-options")).toBe("nosniff")
      expect(page.text).toContain('<html lang="pt-BR">')
      expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(tagsIn(page).join()).not.toMatch(/<style|<iframe|\bon\w+=|style=|http-equiv/iu)
      expect(page.text.match(/<script[^>]*>[^<]*/gu)).toEqual([
        expect.stringMatching(/^<script type="module" src="\/assets\/pay\.js\?v=[\w-]{22}">$/u),
      ])
    }
  })

  it("has fields that cut no paste, whatever spaces and invisible characters it brings", async () => {
    const { text } = await pageOf(`/l/${await makeLink(await service.newCompany())}`)
    const boxes = [...text.matchAll(/<input id="([^"]*)"[^>]* maxlength="(\d+)"/gu)].map(([, id, most]) => [
      id,
      Number(most),
    ])
    const roomy = boxes.filter(([, most]) => Number(most) >= 256).map(([id]) => id)
    expect(roomy).toEqual([
      ...["customer.email", "customer.taxvat", "customer.telephone", "address.postcode"],
      ...["payment.card.number", "payment.card.expiration", "payment.card.security"],
    ])
  })

  it("has a script, styles and a picture at permanent addresses of their own", async () => {
    const slug = await makeLink(await service.newCompany(), { bg_color: "#0B6E4F" })
    const { text } = await pageOf(`/l/${slug}`)
    const addresses = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/gu)].map(([, address = ""]) => address)
    expect(addresses).toHaveLength(4)
    for (const address of addresses) {
      const asset = await pageOf(address)
      expect([address, asset.status, asset.headers.get("cache-control")]).toEqual([
        address,
        200,
        "public, max-age=31536000, immutable",
      ])
      expect(asset.text.length).toBeGreaterThan(30)
    }
    expect((await pageOf("/assets/color/0B6E4F.css")).text).toBe(":root{--page:#0B6E4F;--on-page:#fff}\n")
    for (const color of ["0B6E4F", "0B6E4.css", "red.css", "0B6E4F}.css"]) {
      expect([color, (await pageOf(`/assets/color/${color}`)).status]).toEqual([color, 404])
    }
  })

  it("has a key that is in no log line, and neither are the keys of its requests", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const key = paid(await payLink(slug, paying())).data.public_key
    const paths = [`/l/${slug}`, `/l/${slug}/`, `${linksPath}/${slug}`, `/pay/${key}`, `${ordersPath}/${key}`]
    for (const path of paths) expect([path, (await pageOf(path)).status]).toEqual([path, 200])
    for (const path of [`/l/${slug}/x`, `/pay/x/${key}`])
      expect([path, (await pageOf(path)).status]).toEqual([path, 404])
    await linkOf(company, slug)
    expect(service.log.filter((line) => line.includes(slug) || line.includes(key))).toEqual([])
    expect(service.log.filter((line) => line.includes('"/l/:slug"')).length).toBeGreaterThan(1)
  })

  it("shows hostile texts as texts", async () => {
    const hostile = `</title><script>alert("x")</script><img src=x onerror='alert(1)'>&amp;`
    const company = await service.newCompany(hostile)
    const slug = await makeLink(company, { title: hostile, description: hostile })
    const order = paid(await payLink(slug, paying()))
    const harmless = paid(await payLink(await makeLink(await service.newCompany()), paying()))
    const usual = new Set(tagsIn(await pageOf(`/pay/${harmless.data.public_key}`)).map(nameOf))
    for (const path of [`/l/${slug}`, `/pay/${order.data.public_key}`]) {
      const page = await pageOf(path)
      expect(page.status).toBe(200)
      expect(page.text).toContain(
        "&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;",
      )
      for (const tag of tagsIn(page)) expect([tag, usual.has(nameOf(tag)) || nameOf(tag) === "br"]).toEqual([tag, true])
    }
  })

  it("is a page too if the path is unknown", async () => {
    const company = await service.newCompany()
    const removed = await makeLink(company)
    await service.call("DELETE", `/api/v1/payment-link/${removed}`, { token: company.key })
    for (const path of [
      "/l/0000000abcdefghjkmnpqrs",
      `/l/${removed}`,
      "/pay/AAAAAAAAAAAAAAAAAAAAAA",
      "/l/%3Cscript%3E",
    ]) {
      const page = await pageOf(path)
      expect([path, page.status]).toEqual([path, 404])
      expect(page.text).toContain(">Página não encontrada</h1>")
    }
  })
})

const nameOf = (tag: string): string => /^<\/?([a-z0-9!]+)/iu.exec(tag)?.[1]?.toLowerCase() ?? ""

describe("the page of a link", () => {
  it("is at the link's url, and shows prices as the law requires", async () => {
    const company = await service.newCompany("Escola de Violão")
    const slug = await makeLink(company, { fee_mode: "interest", installments: 3, expired_at: "2026-12-31" })
    const { url } = await linkOf(company, slug)
    expect(url).toBe(`${publicUrl}/l/${slug}`)
    const { text } = await pageOf(new URL(url).pathname)
    for (const part of [
      "Escola de Violão",
      "<h1>Mensalidade</h1>",
      "R$\u00a0100,00",
      "Pague até 31/12/2026.",
      "3x de R$\u00a035,35",
      "R$\u00a0106,05; juros de R$\u00a06,05 (2,99% ao mês, 42,41% ao ano)",
      "R$\u00a06,05 (5,7%) a menos que a forma mais cara",
      `<form class="pay" method="post" action="/l/${slug}"`,
    ]) {
      expect(text).toContain(part)
    }
  })

  it("names the seller by law, and says what becomes of a card", async () => {
    const unknown = await makeLink(await service.newCompany("Escola de Violão"))
    const slug = await makeLink(await service.newCompany("Escola de Violão", { document: "11222333000181" }))
    const footOf = async (path: string) => /<footer.*<\/footer>/su.exec((await pageOf(path)).text)?.[0]
    expect(await footOf(`/l/${unknown}`)).toContain("<p>Escola de Violão</p>")
    const order = paid(await payLink(slug, paying())).data
    for (const path of [`/l/${slug}`, `/pay/${order.public_key}`]) {
      expect(await footOf(path)).toContain("<p>Escola de Violão · CNPJ 11.222.333/0001-81</p>")
      expect(await footOf(path)).toContain("o número dele não é guardado.")
    }
  })

  it("offers each method by what it does, and calls only installments without interest so", async () => {
    const company = await service.newCompany()
    const offered = async (parts: object) =>
      (await pageOf(`/l/${await makeLink(company, { installments: 3, ...parts })}`)).text.replaceAll("\u00a0", " ")
    const free = await offered({ fee_mode: "none" })
    for (const part of ['data-pay="Pagar {}" value="pix"', 'data-pay="Gerar boleto de {}" value="bank_slip"']) {
      expect(free).toContain(part)
    }
    expect(free).toContain("até 3x de R$ 33,33 (a 1ª de R$ 33,34) sem juros</span>")
    expect(await offered({ fee_mode: "interest" })).toContain("até 3x de R$ 35,35</span>")
  })

  it("says that it is paid, and asks for nothing more", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const { data } = paid(await payLink(slug, paying()))
    await report(data.order_number, "paid")
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain("Esta cobrança já foi paga")
    expect(text).not.toMatch(/<form|<table/u)
  })
})

describe("the page of a link that waits for an outcome", () => {
  it("refreshes, and takes no payment", async () => {
    const slug = await makeLink(await service.newCompany(), { expire_after_payment: true })
    expect((await pageOf(`/l/${slug}`)).text).not.toContain("data-watched")
    paid(await payLink(slug, paying(credit("4000000000009235"))))
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain("Um pagamento está sendo processado")
    expect(text).toContain("data-watched")
    expect(text).not.toContain("<form")
  })
})

describe("the page of a link with an open Pix", () => {
  it("shows that Pix to every visitor, if the link is paid once", async () => {
    const slug = await makeLink(await service.newCompany(), { expire_after_payment: true })
    const { public_key: key } = paid(await payLink(slug, paying())).data
    const code = (await seeOrder(key)).pix?.code ?? "none"
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain(`>${code}</textarea>`)
    expect(text).toContain("data-watched")
    expect(text).toMatch(/<details class="other-way">.*<form/su)
    expect(text).not.toContain(key)
  })

  it("shows the newest, and one that is older than slips", async () => {
    const slug = await makeLink(await service.newCompany(), { expire_after_payment: true })
    const keys = []
    for (const payment of [undefined, undefined, slip]) {
      keys.push(paid(await payLink(slug, paying(payment, { address }))).data.public_key)
    }
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain(`>${(await seeOrder(String(keys[1]))).pix?.code}</textarea>`)
  })

  it("shows none that contradicts the link's current price", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    paid(await payLink(slug, paying()))
    const put = (parts: object) =>
      service.call("PUT", `/api/v1/payment-link/${slug}`, {
        token: company.key,
        body: { title: "Mensalidade", ...parts },
      })
    for (const change of [{ amount: 200 }, { amount: 100, enable_pix: false }]) {
      await put(change)
      expect((await pageOf(`/l/${slug}`)).text).not.toContain("pix-code")
    }
    await put({ amount: 100, enable_pix: true })
    expect((await pageOf(`/l/${slug}`)).text).toContain("pix-code")
  })

  it("leads back to the shop once it is paid", async () => {
    const slug = await makeLink(await service.newCompany(), {
      expire_after_payment: true,
      redirect_after_success: "https://loja.example.com/obrigado",
    })
    const { data } = paid(await payLink(slug, paying()))
    expect((await pageOf(`/l/${slug}`)).text).not.toContain("loja.example.com")
    await report(data.order_number, "paid")
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain("Pagamento recebido")
    expect(text).toContain('<a class="button return" href="https://loja.example.com/obrigado" rel="noreferrer">')
    expect(text).not.toContain(data.order_number)
  })

  it("hides it if many pay by the link", async () => {
    const slug = await makeLink(await service.newCompany())
    paid(await payLink(slug, paying()))
    expect((await pageOf(`/l/${slug}`)).text).not.toContain("pix-code")
  })
})

describe("the prices of a page", () => {
  const prices = async (company: CompanyUnderTest, parts: object) => {
    const slug = await makeLink(company, { amount: 350, installments: 6, ...parts })
    const contact = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
    const key = shown(LinkContactResponse, contact).data.public_key
    return [await pageOf(`/l/${slug}`), await pageOf(`/pay/${key}`)].map(({ text }) => ({
      headline: /<p class="total">(.*?)<\/p>/u
        .exec(text)?.[1]
        ?.replace(/<[^>]*>/gu, "")
        .replaceAll("\u00a0", " "),
      description: /og:description" content="([^"]*)"/u.exec(text)?.[1]?.replaceAll("\u00a0", " "),
      hint: /<p class="total">.*?<\/p>\s*<p class="hint">([^<]*)<\/p>/u.exec(text)?.[1]?.replaceAll("\u00a0", " "),
      free: [...text.matchAll(/<option value="(\d+)"[^>]*data-quote="[^"]*sem juros/gu)].map(([, count]) => count),
      rows: text.match(/<td>[^<]*sem juros/gu)?.length ?? 0,
    }))
  }
  const sameBracket = (upTo: number) => ({
    fees: {
      credit: [
        { up_to: upTo, percent: 3.99, fixed: 0.39 },
        ...(upTo === 12 ? [] : [{ up_to: 12, percent: 9, fixed: 1 }]),
      ],
    },
  })
  const all = ["2", "3", "4", "5", "6"]

  it.each([
    ["none", {}, all, "R$ 350,00", undefined],
    ["interest", {}, [], "R$ 350,00", undefined],
    ["customer_pay_fee", {}, [], "a partir de R$ 353,49", "R$ 350,00 mais a tarifa da forma de pagamento"],
    ["customer_pay_fee", sameBracket(12), all, "a partir de R$ 353,49", expect.any(String)],
    ["customer_pay_fee", sameBracket(3), ["2", "3"], "a partir de R$ 353,49", expect.any(String)],
    ["customer_pay_fee", { fees: { pix: { percent: 0, fixed: 0 } } }, [], "R$ 350,00", expect.any(String)],
  ])(
    "say 'sem juros' with %s and %j of %j installments, and name one that can be paid first: %s",
    async (mode, fees, free, headline, hint) => {
      const company = await service.newCompany("Escola de Violão")
      await service.administer("PATCH", `/admin/v1/companies/${company.id}`, fees)
      const description = headline.startsWith("a")
        ? `Pagamento ${headline} a Escola de Violão`
        : `Pagamento de ${headline} a Escola de Violão`
      for (const page of await prices(company, { fee_mode: mode })) {
        expect(page).toEqual({ headline, description, hint, free, rows: free.length })
      }
    },
  )

  it("name a single one without 'a partir de', and its parts", async () => {
    const company = await service.newCompany("Escola de Violão")
    const byPix = { enable_credit: false, enable_bank_slip: false, fee_mode: "customer_pay_fee" }
    const pages = await prices(company, { ...byPix, amount: 300, additional_amount: 50 })
    expect(pages.map(({ headline, hint }) => [headline, hint])).toEqual([
      ["R$ 353,50", "R$ 300,00 mais acréscimo de R$ 50,00 e a tarifa da forma de pagamento"],
      ["R$ 353,50", "R$ 350,00 mais a tarifa da forma de pagamento"],
    ])
  })

  it("name the open Pix's", async () => {
    const slug = await makeLink(await service.newCompany("Escola"), { amount: 350, fee_mode: "customer_pay_fee" })
    const { text } = await pageOf(`/pay/${paid(await payLink(slug, paying())).data.public_key}`)
    expect(text).toContain('og:description" content="Pagamento de R$\u00a0353,50 a Escola"')
  })
})

describe("the settings of a company and its links for their pages", () => {
  const choose = async (company: CompanyUnderTest, pages: object) =>
    expect((await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { pages })).status).toBe(200)

  const redirectOf = async (slug: string) =>
    (await seeOrder(paid(await payLink(slug, paying(credit()))).data.public_key)).redirect_after_success

  it("include the language, of each page and of each link", async () => {
    const company = await service.newCompany()
    const [slug, own] = [await makeLink(company), await makeLink(company, { language: "pt-BR" })]
    await choose(company, { language: "en" })
    const { text } = await pageOf(`/l/${slug}`)
    for (const part of ['<html lang="en">', "How do you want to pay?", "Pay R$100.00", "Full name"]) {
      expect(text).toContain(part)
    }
    expect((await pageOf(`/l/${own}`)).text).toContain('<html lang="pt-BR">')
    const wrong = await submit(`/l/${slug}`, { "customer.email": "not an address", "payment.method": "pix" })
    expect(wrong.text).toContain("Check the e-mail: it looks like name@example.com.")
    const order = paid(await payLink(slug, paying(credit()))).data
    expect((await pageOf(`/pay/${order.public_key}`)).text).toContain("<dt>Order number</dt>")
    expect((await pageOf(`/l/${slug}-`)).text).toContain('<html lang="pt-BR">')
  })

  it("include the color of each page, unless the link has its own", async () => {
    const company = await service.newCompany()
    const [slug, own] = [await makeLink(company), await makeLink(company, { bg_color: "#FFE100" })]
    const keys = [
      (await place(company, byPix())).data.public_key,
      paid(await payLink(slug, paying())).data.public_key,
      paid(await payLink(own, paying())).data.public_key,
    ]
    const colors = async () =>
      Promise.all(
        [`/l/${slug}`, `/l/${own}`, ...keys.map((key) => `/pay/${key}`)].map(async (path) => {
          const { text } = await pageOf(path)
          const [, style = null] = /href="\/assets\/color\/([^"]*)\.css"/u.exec(text) ?? []
          const [, theme = null] = /<meta name="theme-color" content="#([^"]*)">/u.exec(text) ?? []
          expect(theme).toBe(style)
          return style
        }),
      )
    expect(await colors()).toEqual([null, "FFE100", null, null, "FFE100"])
    await choose(company, { bg_color: "#0B6E4F" })
    expect(await colors()).toEqual(["0B6E4F", "FFE100", "0B6E4F", "0B6E4F", "FFE100"])
    await choose(company, { language: "en" })
    expect((await colors())[0]).toBe("0B6E4F")
    await choose(company, { bg_color: null })
    expect(await colors()).toEqual([null, "FFE100", null, null, "FFE100"])
  })

  it("include the payer's target after paying, and not before", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const own = await makeLink(company, { redirect_after_success: "https://loja.example.com/aula?a=1&b=2" })
    expect([await redirectOf(slug), await redirectOf(own)]).toEqual([null, "https://loja.example.com/aula?a=1&b=2"])
    await choose(company, { redirect_after_success: "https://loja.example.com/obrigado" })
    expect(await redirectOf(slug)).toBe("https://loja.example.com/obrigado")
    const ofOwn = paid(await payLink(own, paying(credit()))).data
    const { text } = await pageOf(`/pay/${ofOwn.public_key}`)
    expect(text).toContain(
      '<a class="button return" href="https://loja.example.com/aula?a=1&amp;b=2" rel="noreferrer">',
    )
    const open = paid(await payLink(own, paying())).data
    expect((await pageOf(`/pay/${open.public_key}`)).text).not.toContain("loja.example.com")
  })

  it("stay if an update does not name them, and are cleared by null", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { language: "en", redirect_after_success: "https://loja.example.com" })
    const put = async (parts: object) => {
      const body = { title: "Mensalidade", amount: 100, ...parts }
      const answer = await service.call("PUT", `/api/v1/payment-link/${slug}`, { token: company.key, body })
      expect(answer.text).not.toMatch(/language|redirect/u)
    }
    await put({})
    expect([(await pageOf(`/l/${slug}`)).text.includes('lang="en"'), await redirectOf(slug)]).toEqual([
      true,
      "https://loja.example.com",
    ])
    await put({ language: null, redirect_after_success: null })
    expect([(await pageOf(`/l/${slug}`)).text.includes('lang="en"'), await redirectOf(slug)]).toEqual([false, null])
  })

  it("include the one site that may frame the pages", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    await choose(company, { site: "https://loja.example.com" })
    const { headers } = await pageOf(`/l/${slug}`)
    expect(headers.get("content-security-policy")).toMatch(/; frame-ancestors https:\/\/loja\.example\.com$/u)
    expect(headers.get("x-frame-options")).toBeNull()
    const { headers: others } = await pageOf(`/l/${await makeLink(await service.newCompany())}`)
    expect(others.get("content-security-policy")).toMatch(/; frame-ancestors 'none'$/u)
    expect(others.get("x-frame-options")).toBe("DENY")
  })

  it("are checked, with faults by field", async () => {
    const company = await service.newCompany()
    const link = await company.post("/api/v1/payment-link", {
      title: "Mensalidade",
      amount: 100,
      language: "fr",
      redirect_after_success: "javascript:alert(1)",
    })
    expect(faultsIn(link)).toEqual({
      language: ["The language must be one of pt-BR, en."],
      redirect_after_success: ["The redirect_after_success must be an http or https URL of at most 2048 characters."],
    })
    const pages = { bg_color: "red;}", site: "https://loja.example.com; script-src *" }
    expect(faultsIn(await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { pages }))).toEqual({
      "pages.bg_color": ["The pages.bg_color must be a color as # and 3 or 6 hexadecimal digits."],
      "pages.site": ["The pages.site must be a site like https://loja.example.com, without a path."],
    })
  })
})

/** A browser's submission without a script. */
const submit = (path: string, fields: Readonly<Record<string, string>>) =>
  service.call("POST", path, {
    text: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })

const keyIn = ({ text }: Answer): string => /name="key" value="([^"]+)"/u.exec(text)?.[1] ?? ""

/** The price of each method on a page. */
const shownIn = ({ text }: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/name="(shown\.[a-z_]+)" value="([^"]+)"/gu)].map(([, name, value]) => [name, value]),
  )

/** The values that a page puts into its form by itself. */
const hiddenIn = (page: Answer) => ({ key: keyIn(page), ...shownIn(page) })

const contact = Object.fromEntries(Object.entries(payer).map(([name, value]) => [`customer.${name}`, String(value)]))

describe("the form of a link, without a script", () => {
  it("places and pays an order once, however often it is sent, and leads to its page", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const fields = { ...contact, "payment.method": "pix", ...hiddenIn(await pageOf(`/l/${slug}`)) }
    const answers = [await submit(`/l/${slug}`, fields), await submit(`/l/${slug}`, fields)]
    const [first, again] = answers.map((answer) => [answer.status, answer.headers.get("location")])
    expect(first).toEqual([303, expect.stringMatching(/^\/pay\/[\w-]{43}$/u)])
    expect(again).toEqual(first)
    const { text } = await pageOf(String(first?.[1]))
    expect(text).toContain("Pague com Pix")
    expect(text).toMatch(/<textarea id="pix-code"[^>]*>00020/u)
  })

  it("comes back with its values, and shows each field's fault", async () => {
    const slug = await makeLink(await service.newCompany())
    const { status, text } = await submit(`/l/${slug}`, {
      "customer.email": "not an address",
      "customer.fullname": 'Maria "da" Silva',
      "payment.method": "bank_slip",
      "address.postcode": "123",
    })
    expect(status).toBe(422)
    for (const part of [
      'value="Maria &quot;da&quot; Silva"',
      'value="not an address"',
      'id="customer.email-fault">Confira o e-mail: ele tem a forma nome@exemplo.com.</p>',
      'id="customer.taxvat-fault">Informe o CPF ou CNPJ.</p>',
      'id="address.postcode-fault">Confira o CEP: são oito dígitos.</p>',
      'id="address.street-fault">Informe a rua.</p>',
      'id="customer.fullname-fault" hidden></p>',
      'value="bank_slip" data-total="R$\u00a0100,00" data-sum="100" checked',
    ]) {
      expect(text).toContain(part)
    }
  })

  it("comes back with everything if its key was sent before with other content", async () => {
    const path = `/l/${await makeLink(await service.newCompany())}`
    const fields = { ...contact, "payment.method": "pix", ...hiddenIn(await pageOf(path)) }
    expect((await submit(path, fields)).status).toBe(303)
    const again = await submit(path, { ...fields, "customer.fullname": "Outra Pessoa" })
    expect([again.status, again.text.includes("Este formulário já tinha sido enviado")]).toEqual([422, true])
    expect(again.text).toContain(`value="${payer.email}"`)
    expect(keyIn(again)).not.toBe(fields.key)
  })

  it.each([
    ["the amount", { amount: 150.5 }, "R$\u00a0150,50"],
    ["who bears the fees", { amount: 100, fee_mode: "customer_pay_fee" }, "R$\u00a0101,00"],
  ])("comes back if %s differs from the shown one, and pays the new price after that", async (_, change, price) => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const seen = await pageOf(`/l/${slug}`)
    expect(shownIn(seen)["shown.pix"]).toBe("100")
    const body = { title: "Mensalidade", ...change }
    await service.call("PUT", `/api/v1/payment-link/${slug}`, { token: company.key, body })
    const fields = { ...contact, "payment.method": "pix" }
    const again = await submit(`/l/${slug}`, { ...fields, ...hiddenIn(seen) })
    expect(again.status).toBe(422)
    expect(again.text).toContain("O preço mudou e nada foi cobrado.")
    expect(again.text).toContain(`data-total="${price}"`)
    expect(again.text).toContain(`value="${payer.email}"`)
    expect((await company.get("/api/v1/order")).body).toMatchObject({ data: [] })
    expect((await submit(`/l/${slug}`, fields)).status).toBe(422) // it does not pay an unseen price, either
    expect((await submit(`/l/${slug}`, { ...fields, ...hiddenIn(again) })).status).toBe(303)
  })

  it("leads to its order when it is sent again, even if the link now has another price", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const fields = { ...contact, "payment.method": "pix", ...hiddenIn(await pageOf(`/l/${slug}`)) }
    const first = await submit(`/l/${slug}`, fields)
    const body = { title: "Mensalidade", amount: 110 }
    await service.call("PUT", `/api/v1/payment-link/${slug}`, { token: company.key, body })
    const again = await submit(`/l/${slug}`, fields)
    expect([again.status, again.headers.get("location")]).toEqual([303, first.headers.get("location")])
  })

  it("takes no card: its fields have no name, and any sent under one is ignored", async () => {
    const slug = await makeLink(await service.newCompany())
    const page = await pageOf(`/l/${slug}`)
    expect(tagsIn(page).filter((tag) => tag.includes("payment.card.") && tag.includes("name="))).toEqual([])
    const { status, text } = await submit(`/l/${slug}`, {
      ...contact,
      "payment.method": "credit",
      "payment.card.number": "4242424242424242",
      "payment.card.security": "123",
    })
    expect(status).toBe(422)
    expect(text).not.toContain("4242424242424242")
    expect(text).toMatch(
      /<div class="alert" role="alert"><p class="without-script">Para pagar com cartão, ative o JavaScript/u,
    )
    // If a script loads late, the fields are shown, each with its missing value.
    for (const [box, sentence] of [
      ["number", "Informe o número do cartão."],
      ["holder", "Informe o nome como está no cartão."],
      ["expiration", "Informe a validade."],
      ["security", "Informe o código de segurança."],
    ]) {
      expect(text).toContain(`id="payment.card.${box}-fault">${sentence}</p>`)
    }
  })

  it("shows a page for any input", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const order = await place(company, byPix())
    const path = `/l/${slug}`
    expect((await service.call("POST", path, { body: {} })).status).toBe(415)
    expect((await submit(path, { key: "x".repeat(256) })).status).toBe(422)
    expect((await submit(path, { key: "x".repeat(300_000) })).status).toBe(413)
    expect((await submit("/l/nobodys", contact)).status).toBe(404)
    expect((await submit("/pay/nobodys", contact)).status).toBe(404)
    const taken = await submit(`/pay/${order.data.public_key}`, { "payment.method": "pix", "shown.pix": "189.8" })
    expect([taken.status, taken.text.includes("Já existe um código aberto desta forma")]).toEqual([422, true])
  })

  it("takes nothing for a company under moderation, and says so", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: true })
    const { text } = await submit(`/l/${slug}`, { ...contact, "payment.method": "pix" })
    expect(text).toContain("Pagamentos suspensos")
    expect(text).not.toContain("<form")
  })
})

describe("the page of an order", () => {
  it("is at link_to_pay, with the Pix to copy", async () => {
    const order = await place(await service.newCompany(), byPix())
    const page = await pageOf(new URL(order.payment.link_to_pay ?? "").pathname)
    expect(page.text).toContain(`spellcheck="false">${order.payment.digitable_number}</textarea>`)
    expect(page.text).toContain("Válido até 19/11/2026 às 12:10")
    expect(page.text).toContain('class="countdown" data-left="600"')
    expect(page.text).toMatch(/<div class="qr"[^>]*><svg /u)
    expect(page.text).toContain("data-watched")
  })

  it("shows the slip in its printed form, and its bars", async () => {
    const order = await place(await service.newCompany(), bySlip())
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    const line = /<textarea id="slip-line"[^>]*>([\d. ]+)<\/textarea>/u.exec(text)?.[1]
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/u)
    expect(line?.replace(/\D/gu, "")).toBe(order.payment.digitable_number)
    expect(text).toContain("Vencimento em 23/11/2026")
    expect(text).toMatch(/<div class="bars"[^>]*><svg /u)
  })

  it("names on a slip who is paid and who pays, with the middle of a person's document", async () => {
    const created = await service.administer("POST", "/admin/v1/companies", {
      name: "Escola",
      document: "11222333000181",
    })
    const { id } = Object(created.body).data
    const made = await service.administer("POST", `/admin/v1/companies/${id}/api-keys`, { name: "testes" })
    const token: string = Object(made.body).data.key
    const order = paid(await service.call("POST", "/api/v1/order/single", { token, body: bySlip() }))
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("<dt>Beneficiário</dt><dd>Escola, 11.222.333/0001-81</dd>")
    expect(text).toContain(`<dt>Pagador</dt><dd>${payer.fullname}, ***.982.247-**</dd>`)
  })

  it("shows nothing of a slip's payer whom the link hides", async () => {
    const slug = await makeLink(await service.newCompany(), { hide_customer_fields: true })
    const order = paid(await payLink(slug, paying(slip, { address })))
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("<dt>Beneficiário</dt>")
    expect(text).not.toMatch(/Pagador|982\.247/u)
  })

  it("shows a refusal, and how to pay again: by another card, if the payer chooses no other method", async () => {
    const order = await place(await service.newCompany(), byNumber("4000000000000002"))
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("O banco não aceita este cartão, e nada foi cobrado.")
    expect(text).toContain(`<form class="pay" method="post" action="/pay/${order.data.public_key}"`)
    expect(text).toMatch(/value="credit" [^>]* checked>/u)
  })

  it("offers Pix first next to an open slip", async () => {
    const order = await place(await service.newCompany(), bySlip())
    expect((await pageOf(`/pay/${order.data.public_key}`)).text).toMatch(/value="pix" [^>]* checked>/u)
  })

  it("says that nothing can be paid any more, once its link is closed", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const contact = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
    const waiting = `/pay/${shown(LinkContactResponse, contact).data.public_key}`
    const refused = `/pay/${paid(await payLink(slug, paying(credit("4000000000000002")))).data.public_key}`
    expect((await pageOf(waiting)).text).toContain("Falta só o pagamento")
    await service.call("DELETE", `/api/v1/payment-link/${slug}`, { token: company.key })
    for (const path of [waiting, refused]) {
      expect((await pageOf(path)).text).toContain("Esta cobrança foi encerrada")
    }
  })

  it("does not wait for an expired Pix, nor does its link's page", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    paid(await payLink(slug, paying()))
    const order = await place(company, byPix())
    service.clock.advance({ seconds: 601 })
    expect((await pageOf(`/l/${slug}`)).text).not.toContain("pix-code")
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toMatch(/O código de pagamento não vale mais.*<form/su)
  })

  it("thanks for a payment", async () => {
    const order = await place(await service.newCompany(), byCard())
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    for (const part of [
      "Pagamento aprovado",
      "<dt>Forma de pagamento</dt><dd>Cartão de crédito, Visa final 4242</dd>",
      `<dt>Número do pedido</dt><dd>${order.data.order_number}</dd>`,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toMatch(/<dt>Data<\/dt><dd>19\/11\/2026 às \d\d:\d\d<\/dd>/u)
    expect(text).not.toMatch(/<form|data-watched/u)
    expect((await seeOrder(order.data.public_key)).status).toBe("paid")
  })
})

describe("the page of an order whose charge was never sent", () => {
  const away = serviceUnderTest({
    acquirer: (simulated) => ({
      ...simulated,
      charge: () => Effect.fail(new AcquirerUnreached({ detail: "no connection" })),
    }),
  })

  it.each([
    ["card", byCard()],
    ["Pix", byPix()],
    ["slip", bySlip()],
  ])("by %s says so, also once its key is voided, and takes another payment", async (_, body) => {
    const { paid, pass, seeOrder } = payersOf(away)
    const { public_key } = paid(await (await away.newCompany()).post("/api/v1/order/single", body)).data
    const shownPage = async () => {
      const { text } = await away.call("GET", `/pay/${public_key}`)
      expect(text).toContain("Pagamento não realizado")
      expect(text).toContain("Não conseguimos falar com o banco, e nada foi cobrado. Tente de novo.")
      expect(text).not.toMatch(/não aprov|prazo|venceu|Se você já pagou/u)
      expect(await seeOrder(public_key)).toMatchObject({ can_be_paid: true, payment: { decline: "unreached" } })
    }
    await shownPage()
    await pass(3_600)
    await shownPage()
  })
})
