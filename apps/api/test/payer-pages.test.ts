/**
 * The pages that links lead to.
 */
import { createHash } from "node:crypto"
import { LinkContactResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { byCard, byNumber, byPix, bySlip, payer } from "./example-orders.ts"
import { credit, linksPath, ordersPath, payersOf, paying } from "./payers.ts"
import { type Answer, type CompanyUnderTest, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { linkOf, makeLink, paid, payLink, post, report, seeOrder } = payersOf(service)

const pageOf = (path: string) => service.call("GET", path)

const place = async (company: CompanyUnderTest, body: unknown) => paid(await company.post("/api/v1/order/single", body))

/** Markup without what is between its tags. */
const tagsIn = ({ text }: Answer): ReadonlyArray<string> => text.match(/<[^>]*>/gu) ?? []

describe("every page of a payer", () => {
  it("is for the browser alone: no script, no frame, no search engine, no copy", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { bg_color: "#0B6E4F" })
    const order = await place(company, byPix())
    for (const path of [`/l/${slug}`, `/pay/${order.data.public_key}`, "/l/nobodys", "/pay/nobodys"]) {
      const page = await pageOf(path)
      const style = /<style>([^<]*)<\/style>/u.exec(page.text)?.[1] ?? ""
      const hash = createHash("sha256").update(style).digest("base64")
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
      expect(page.headers.get("content-security-policy")).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; img-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      expect(page.headers.get("cache-control")).toBe("no-store")
      expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow")
      expect(page.headers.get("referrer-policy")).toBe("no-referrer")
      expect(page.headers.get("x-content-type-options")).toBe("nosniff")
      expect(page.text).toContain('<html lang="pt-BR">')
      expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(tagsIn(page).join()).not.toMatch(/<script|<form|<iframe|\bon\w+=|style=/iu)
    }
  })

  it("lets texts of any length break, so that a phone cuts nothing off", async () => {
    const order = await place(await service.newCompany(), byPix())
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toMatch(/<style>[^<]*body\{[^}]*overflow-wrap:break-word/u)
    expect(text).toMatch(/<style>[^<]*\.item\{overflow-wrap:anywhere\}/u)
    expect(text).toContain('<td class="item">')
  })

  it("has a key that no log line tells, nor do those of the requests behind it", async () => {
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

  it("is a page too where there is none", async () => {
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
      expect(page.text).toContain("<h1>Página não encontrada</h1>")
    }
  })
})

const nameOf = (tag: string): string => /^<\/?([a-z0-9!]+)/iu.exec(tag)?.[1]?.toLowerCase() ?? ""

describe("the page of a link", () => {
  it("is where its url leads, and tells prices as the law wants", async () => {
    const company = await service.newCompany("Escola de Violão")
    const slug = await makeLink(company, { fee_mode: "interest", installments: 3, expired_at: "2026-12-31" })
    const { url } = await linkOf(company, slug)
    expect(url).toBe(`${publicUrl}/l/${slug}`)
    const { text } = await pageOf(new URL(url).pathname)
    for (const part of [
      "Escola de Violão",
      "<h1>Mensalidade</h1>",
      "R$\u00a0100,00",
      "Aberta para pagamento até 31/12/2026.",
      "3x de R$\u00a035,35",
      "R$\u00a0106,05; juros de R$\u00a06,05 (2,99% ao mês, 42,41% ao ano)",
      "R$\u00a06,05 (5,7%) a menos que a forma mais cara",
      `POST ${publicUrl}/public/v1/payment-links/${slug}/pay`,
    ]) {
      expect(text).toContain(part)
    }
  })

  it("says that it is paid, and asks for nothing more", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const { data } = paid(await payLink(slug, paying()))
    await report(data.order_number, "paid")
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain("Esta cobrança já foi paga.")
    expect(text).not.toMatch(/Formas de pagamento|Como pagar/u)
  })
})

describe("the page of a link that waits for an outcome", () => {
  it("looks again by itself", async () => {
    const slug = await makeLink(await service.newCompany(), { expire_after_payment: true })
    expect((await pageOf(`/l/${slug}`)).text).not.toContain('http-equiv="refresh"')
    paid(await payLink(slug, paying(credit("4000000000009235"))))
    const { text } = await pageOf(`/l/${slug}`)
    expect(text).toContain("Um pagamento desta cobrança está sendo processado.")
    expect(text).toContain('http-equiv="refresh"')
  })
})

describe("the page of an order", () => {
  it("is where link_to_pay leads, with the Pix to copy", async () => {
    const order = await place(await service.newCompany(), byPix())
    const page = await pageOf(new URL(order.payment.link_to_pay ?? "").pathname)
    expect(page.text).toContain(`<code class="code">${order.payment.digitable_number}</code>`)
    expect(page.text).toContain("até 19/11/2026 às 12:10")
    expect(page.text).toMatch(/<div class="qr"[^>]*><svg /u)
    expect(page.text).toContain('http-equiv="refresh"')
  })

  it("shows the slip as it is printed, and its bars", async () => {
    const order = await place(await service.newCompany(), bySlip())
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    const line = /<code class="code">([\d. ]+)<\/code>/u.exec(text)?.[1]
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/u)
    expect(line?.replace(/\D/gu, "")).toBe(order.payment.digitable_number)
    expect(text).toContain("vencimento em 23/11/2026")
    expect(text).toMatch(/<div class="bars"[^>]*><svg /u)
  })

  it("tells a refusal, and how to pay again", async () => {
    const order = await place(await service.newCompany(), byNumber("4000000000000002"))
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("O pagamento foi recusado. Você pode tentar de novo")
    expect(text).toContain(`POST ${publicUrl}/public/v1/orders/${order.data.public_key}/pay`)
  })

  it("says that nothing can be paid any more, once its link is closed", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const contact = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
    const waiting = `/pay/${shown(LinkContactResponse, contact).data.public_key}`
    const refused = `/pay/${paid(await payLink(slug, paying(credit("4000000000000002")))).data.public_key}`
    expect((await pageOf(waiting)).text).toContain("Aguardando a escolha da forma de pagamento.")
    await service.call("DELETE", `/api/v1/payment-link/${slug}`, { token: company.key })
    for (const path of [waiting, refused]) {
      expect((await pageOf(path)).text).toContain("Esta cobrança não pode mais ser paga.")
    }
  })

  it("does not wait for a Pix whose time is over", async () => {
    const order = await place(await service.newCompany(), byPix())
    service.clock.advance({ seconds: 601 })
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("O código de pagamento não vale mais. Você pode pagar de outra forma.")
  })

  it("thanks for a payment", async () => {
    const order = await place(await service.newCompany(), byCard())
    const { text } = await pageOf(`/pay/${order.data.public_key}`)
    expect(text).toContain("Pagamento confirmado. Obrigado!")
    expect(text).not.toMatch(/Formas de pagamento|http-equiv="refresh"/u)
    expect((await seeOrder(order.data.public_key)).status).toBe("paid")
  })
})
