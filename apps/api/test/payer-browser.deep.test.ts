/**
 * A payer's situations in a real browser: every state, two tabs, a lost connection, double clicks, other screens and
 * senses.
 */
import { LinkContactResponse } from "@vintem/contract"
import { cardCaps } from "@vintem/domain/order"
import type { BrowserContextOptions, Page } from "playwright-core"
import decodeQR from "qr/decode.js"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { payer, visa } from "./example-orders.ts"
import { logoHost } from "./logo-host.ts"
import { fillIn, fillInAddress, fillInCard } from "./payer-at-page.ts"
import { credit, linksPath, payersOf, paying, slip } from "./payers.ts"
import { pixelsOf, scannedBars } from "./seen-on-screen.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { days, byCard as ofCard, onceOnly, openShopAt } from "./subscriptions.ts"

const service = serviceUnderTest({ isListening: true })
const { makeLink, paid, pass, payLink, payOrder, post, report, see, seeOrder } = payersOf(service)
const { visit, visitor } = browserUnderTest()

const logos = await logoHost()

const at = async (path: string) => `${await service.base()}${path}`
const linkOf = async (parts: object = {}, company?: CompanyUnderTest) =>
  makeLink(company ?? (await service.newCompany("Escola de Violão")), parts)
const orderBy = async (payment?: object, slug?: string) =>
  paid(await payLink(slug ?? (await linkOf()), paying(payment))).data
/** An order that nobody has begun to pay. */
const placed = async () => {
  const contact = await post(`${linksPath}/${await linkOf()}/checkout`, { customer: payer })
  return shown(LinkContactResponse, contact).data.public_key
}
/** A daily lesson that was paid once, and is overdue for three days. */
const overdue = async () => {
  const shop = await openShopAt(service, await service.newCompany(), { recurrence: { every: "day", count: 1 } })
  await shop.subscribe({ payment: ofCard(onceOnly) })
  await shop.pass(days(4))
  return (await shop.orders()).at(-1)?.public_key
}
const headline = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor()
const payButton = (page: Page) => page.getByRole("button", { name: /^(?:Pagar|Gerar boleto de) R/u })
const byCard = async (page: Page, number?: string) => {
  await page.getByLabel("Cartão de crédito").check()
  await fillInCard(page, number)
}
const ordersOf = async (company: CompanyUnderTest): Promise<ReadonlyArray<{ readonly status: string }>> => {
  const { body } = await company.get("/api/v1/order")
  return Object(body).data
}

describe("the pictures for machines", () => {
  it("a QR code on the screen is the code that can be copied", async () => {
    const { public_key: key } = await orderBy()
    const page = await visit(await at(`/pay/${key}`))
    const picture = await pixelsOf(await visit("about:blank"), await page.locator(".qr").screenshot({ scale: "css" }))
    expect(decodeQR(picture)).toBe((await seeOrder(key)).pix?.code)
  })

  it.each([360, 1280])("the bars of a slip on a screen %d wide are its digits", async (width) => {
    const { public_key: key } = await orderBy(slip)
    const page = await visit(await at(`/pay/${key}`), { viewport: { width, height: 800 }, deviceScaleFactor: 3 })
    const picture = await pixelsOf(await visit("about:blank"), await page.locator(".bars").screenshot())
    expect(scannedBars(picture)).toBe((await seeOrder(key)).bank_slip?.barcode)
  })

  it("the bars of a slip on paper have the banks' length and height, with white around them", async () => {
    const page = await visit(await at(`/pay/${(await orderBy(slip)).public_key}`))
    await page.setViewportSize({ width: 718, height: 1_047 }) // A4 less margins of a centimetre
    await page.emulateMedia({ media: "print" })
    const { x, width, height } = (await page.locator(".bars svg").boundingBox()) ?? { x: 0, width: 0, height: 0 }
    const millimetre = 96 / 25.4
    const narrow = width / 425 // 405 of bars and gaps, and ten of white on either side
    expect(Math.abs((405 * narrow) / millimetre - 103)).toBeLessThan(0.5)
    expect(Math.abs(height / millimetre - 13)).toBeLessThan(0.5)
    expect((x + 10 * narrow) / millimetre).toBeGreaterThanOrEqual(5)
  })

  it("a code is copied unchanged", async () => {
    const { public_key: key } = await orderBy()
    const context = await visitor()
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    const page = await context.newPage()
    await page.goto(await at(`/pay/${key}`))
    const copy = page.getByRole("button", { name: "Copiar" })
    await copy.click()
    await page.getByRole("button", { name: "Copiado" }).click() // once more, to be sure
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe((await seeOrder(key)).pix?.code)
    await copy.waitFor()
  })
})

describe("a payment that does not succeed at once", () => {
  it("is retried with another card", async () => {
    const page = await visit(await at(`/l/${await linkOf()}`))
    await fillIn(page)
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await headline(page, "Pagamento não aprovado")
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
  })

  it("keeps the method and the installments that were chosen", async () => {
    const page = await visit(await at(`/l/${await linkOf({ installments: 6, fee_mode: "interest" })}`))
    await fillIn(page)
    await byCard(page, "4000000000000002")
    await page.getByLabel("Parcelas", { exact: true }).selectOption("4")
    const price = await page.locator("button[type=submit]").textContent()
    await payButton(page).click()
    await headline(page, "Pagamento não aprovado")
    expect(await page.getByLabel("Cartão de crédito").isChecked()).toBe(true)
    expect(await page.getByLabel("Parcelas", { exact: true }).inputValue()).toBe("4")
    expect(await page.locator("button[type=submit]").textContent()).toBe(price)
  })

  it.each([
    ["risk_approved", "Pagamento aprovado"],
    ["risk_rejected", "Pagamento não aprovado"],
  ])("is under review, and then %s", async (kind, name) => {
    const { order_number: number, public_key: key } = await orderBy(credit("4000000000009235"))
    const page = await visit(await at(`/pay/${key}`))
    await headline(page, "Pagamento em análise")
    expect(await page.locator("form").count()).toBe(0)
    await report(number, kind)
    await headline(page, name)
  })

  it("is unknown to the acquirer at first, and shown once it is known", async () => {
    const { public_key: key } = await orderBy(credit("4000000000000101"))
    const page = await visit(await at(`/pay/${key}`))
    await headline(page, "Estamos confirmando o pagamento")
    await pass(60)
    await headline(page, "Pagamento aprovado")
  })

  it("has had too many cards, and continues by Pix", async () => {
    const { public_key: key } = await orderBy(credit("4000000000000002"))
    for (let times = 0; times < cardCaps.order.refusedMax - 2; times += 1) {
      await payOrder(key, credit("4000000000000002"))
    }
    const page = await visit(await at(`/pay/${key}`))
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await page.locator(".notice").getByText("Muitos cartões foram recusados.").waitFor()
    expect(await page.getByLabel("Cartão de crédito").count()).toBe(0)
    await payButton(page).click()
    await headline(page, "Pague com Pix")
  })

  it("is lost on the way, and still arrives once", async () => {
    const company = await service.newCompany()
    const page = await visit(await at(`/l/${await linkOf({}, company)}`))
    const lost: Array<string> = []
    await page.route(/\/public\/v1\//u, async (route) => {
      const request = route.request()
      const before = lost.filter((url) => url === request.url()).length
      if (request.method() !== "POST" || before === 2) return route.continue()
      lost.push(request.url())
      if (before === 1) await route.fetch() // it arrives, and its answer does not
      return route.abort("connectionreset")
    })
    await fillIn(page)
    await byCard(page)
    await payButton(page).click()
    await page.getByText("Sem conexão.").waitFor()
    await headline(page, "Pagamento aprovado")
    expect(lost).toHaveLength(4)
    expect((await ordersOf(company)).map(({ status }) => status)).toEqual(["paid"])
  })

  it("is confirmed before the script has come", async () => {
    const { order_number: number, public_key: key } = await orderBy()
    const page = await (await visitor()).newPage()
    await page.route(/\/assets\/pay\.js/u, async (route) => {
      await report(number, "paid")
      await route.continue()
    })
    await page.goto(await at(`/pay/${key}`))
    await headline(page, "Pagamento aprovado")
  })

  it.each([
    ["the amount", { amount: 150 }],
    ["who bears the fees", { amount: 100, fee_mode: "customer_pay_fee" }],
  ])("costs more than was shown, by %s, and is not charged before the payer has seen that", async (_, change) => {
    const company = await service.newCompany()
    const slug = await linkOf({}, company)
    const page = await visit(await at(`/l/${slug}`))
    const body = { title: "Mensalidade", ...change }
    expect((await service.call("PUT", `/api/v1/payment-link/${slug}`, { token: company.key, body })).status).toBe(200)
    await fillIn(page)
    await byCard(page)
    await page.getByRole("button", { name: "Pagar R$\u00a0100,00" }).click()
    await headline(page, "Falta só o pagamento")
    await page.getByRole("alert").getByText("O preço mudou e nada foi cobrado.").waitFor()
    expect((await ordersOf(company)).map(({ status }) => status)).toEqual(["created"])
    await byCard(page)
    const price = (await see(slug)).quotes.find(({ method }) => method === "credit")?.total.toFixed(2)
    await page.getByRole("button", { name: `Pagar R$\u00a0${price?.replace(".", ",")}` }).click()
    await headline(page, "Pagamento aprovado")
  })

  it("is made by the Pix on the page of a link whose customer is known, and shows there", async () => {
    const known = { customer_name: payer.fullname, customer_email: payer.email, expire_after_payment: true }
    const slug = await linkOf({ ...known, redirect_after_success: "https://loja.example.com/obrigado" })
    const { order_number: number } = await orderBy(undefined, slug)
    const page = await visit(await at(`/l/${slug}`))
    await page.getByLabel("Pix copia e cola").waitFor()
    await report(number, "paid")
    await headline(page, "Pagamento recebido")
    await page.getByText("Voltando à loja em", { exact: false }).first().waitFor()
  })

  it("is refused, and made again when the link has another price: that is another order", async () => {
    const company = await service.newCompany()
    const slug = await linkOf({}, company)
    const address = await at(`/l/${slug}`)
    const page = await visit(address)
    await fillIn(page)
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await headline(page, "Pagamento não aprovado")
    await service.call("PUT", `/api/v1/payment-link/${slug}`, {
      token: company.key,
      body: { title: "Mensalidade", amount: 150 },
    })
    await page.goto(address)
    await fillIn(page)
    await byCard(page)
    await page.getByRole("button", { name: "Pagar R$\u00a0150,00" }).click()
    await headline(page, "Pagamento aprovado")
    expect(await page.locator(".receipt").textContent()).toContain("R$\u00a0150,00")
  })

  it("is confirmed while the phone is offline, and shows when it is online again", async () => {
    const { order_number: number, public_key: key } = await orderBy()
    const page = await visit(await at(`/pay/${key}`))
    await page.context().setOffline(true)
    await report(number, "paid")
    await page.waitForTimeout(4_000)
    await headline(page, "Pague com Pix")
    await page.context().setOffline(false)
    await headline(page, "Pagamento aprovado")
  })
})

describe("a payer who begins another method below an open Pix", () => {
  const begun = async (key: string) => {
    const page = await (await visitor()).newPage()
    await page.clock.install()
    await page.goto(await at(`/pay/${key}`))
    await page.getByText("Pagar de outra forma").click()
    await byCard(page)
    return page
  }

  it("sees that the Pix is paid", async () => {
    const { order_number: number, public_key: key } = await orderBy()
    const page = await begun(key)
    await report(number, "paid")
    await page.clock.runFor(4_000)
    await headline(page, "Pagamento aprovado")
  })

  it("keeps their typed values when the Pix's time is over, and can pay", async () => {
    const { public_key: key } = await orderBy()
    const page = await begun(key)
    await pass(700)
    await page.clock.runFor(700_000)
    await page.getByText("Tempo restante: 00:00").waitFor()
    expect(await page.getByLabel("Número do cartão").inputValue()).toBe("4242 4242 4242 4242")
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
  })
})

describe("a link that is closed while its page is open", () => {
  it.each([
    [
      "its last day has passed",
      "Esta cobrança venceu",
      async () => linkOf({ expired_at: (await seeOrder((await orderBy()).public_key)).created_at.slice(0, 10) }),
      () => pass(days(1)),
    ],
    [
      "somebody else has paid it",
      "Pagamento recebido",
      () => linkOf({ expire_after_payment: true }),
      (slug: string) => orderBy(credit(), slug),
    ],
  ])("says so near the payer's button: %s", async (_, name, made, close) => {
    const slug = await made()
    const page = await visit(await at(`/l/${slug}`))
    await fillIn(page)
    await byCard(page)
    await close(slug)
    await payButton(page).click()
    await headline(page, name)
    expect(await page.locator("form").count()).toBe(0)
  })
})

describe("a renewal that is overdue", () => {
  it("says what else a card is charged for, and nothing of that for a Pix", async () => {
    const page = await visit(await at(`/pay/${await overdue()}`))
    const sentence = page.getByText(
      "mais R$\u00a0599,40 no total serão cobrados neste cartão logo depois deste pagamento.",
    )
    expect(await page.getByText("Renovação da assinatura “Violão para todos”.").isVisible()).toBe(true)
    const isShown = () => Promise.all([0, 1].map((place) => sentence.nth(place).isVisible()))
    expect(await isShown()).toEqual([true, true]) // a card was refused: another method is chosen at first
    for (const method of ["Pix", "Boleto"]) {
      await page.getByLabel(method).check()
      expect(await isShown()).toEqual([false, false])
    }
    await page.getByLabel("Cartão de crédito").check()
    expect(await isShown()).toEqual([true, true])
  })
})

describe("a payer who does things twice", () => {
  it("clicks twice, and pays once", async () => {
    const company = await service.newCompany()
    const page = await visit(await at(`/l/${await linkOf({}, company)}`))
    await fillIn(page)
    await byCard(page)
    await payButton(page).dblclick()
    await headline(page, "Pagamento aprovado")
    expect(await ordersOf(company)).toHaveLength(1)
  })

  it("has two tabs, and pays in both at once: one of them is charged, both show it", async () => {
    const company = await service.newCompany()
    const address = await at(`/l/${await linkOf({}, company)}`)
    const context = await visitor()
    const tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(address)
      await fillIn(tab)
      await byCard(tab)
    }
    await Promise.all(tabs.map((tab) => payButton(tab).click()))
    for (const tab of tabs) await headline(tab, "Pagamento aprovado")
    expect(await ordersOf(company)).toHaveLength(1)
  })

  it("goes back to a link they have paid, and is asked before paying it again", async () => {
    const company = await service.newCompany()
    const address = await at(`/l/${await linkOf({}, company)}`)
    const page = await visit(address)
    await fillIn(page)
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
    await page.goto(address)
    await page.getByText("Esta cobrança já foi paga neste aparelho.").waitFor()
    expect(await payButton(page).isVisible()).toBe(false)
    await page.getByRole("button", { name: "Pagar mais uma vez" }).click()
    await fillIn(page)
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
    expect(await ordersOf(company)).toHaveLength(2)
  })

  it("requests a Pix twice, and sees the existing one", async () => {
    const company = await service.newCompany()
    const address = await at(`/l/${await linkOf({}, company)}`)
    const page = await visit(address)
    for (let times = 0; times < 2; times += 1) {
      await page.goto(address)
      await fillIn(page)
      await payButton(page).click()
      await headline(page, "Pague com Pix")
    }
    expect(await ordersOf(company)).toHaveLength(1)
  })

  it("comes back to a Pix they have begun", async () => {
    const address = await at(`/l/${await linkOf()}`)
    const page = await visit(address)
    await fillIn(page)
    await payButton(page).click()
    await headline(page, "Pague com Pix")
    await page.goto(address)
    await page.getByRole("link", { name: "Continuar o pagamento" }).click()
    await headline(page, "Pague com Pix")
  })
})

describe("a page that is reloaded before there was an answer", () => {
  it("repeats the payment under its key, and sends another one under another", async () => {
    const company = await service.newCompany()
    const slug = await linkOf({}, company)
    const page = await visit(await at(`/l/${slug}`))
    const keys: Array<string | undefined> = []
    let isLost = true
    await page.route(/\/public\/v1\/orders\/.*\/pay$/u, async (route) => {
      keys.push(route.request().headers()["idempotency-key"])
      if (!isLost) return route.continue()
      return route.abort("connectionreset") // it never arrives
    })
    await fillIn(page)
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await page.getByText("Sem conexão.").waitFor()
    await page.reload()
    isLost = false
    await headline(page, "Falta só o pagamento")
    const lost = keys.length
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await headline(page, "Pagamento não aprovado")
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
    expect(keys.slice(lost)).toEqual([keys[0], expect.stringMatching(/^[0-9a-f]{32}$/u)])
    expect(keys.at(-1)).not.toBe(keys[0])
    expect((await ordersOf(company)).map(({ status }) => status)).toEqual(["paid"])
  })

  it("sends another payment under another key, although the first was refused unseen", async () => {
    const page = await visit(await at(`/pay/${await placed()}`))
    let isLost = true
    await page.route(/\/public\/v1\/orders\/.*\/pay$/u, async (route) => {
      if (!isLost) return route.continue()
      await route.fetch() // it arrives, and its answer does not
      return route.abort("connectionreset")
    })
    await byCard(page, "4000000000000002")
    await payButton(page).click()
    await page.getByText("Sem conexão.").waitFor()
    await page.reload()
    isLost = false
    await headline(page, "Pagamento não aprovado")
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
  })
})

describe("a payer with a shop to return to", () => {
  const shop = "https://loja.example.com/obrigado"
  const shopIsThere = (page: Page) =>
    page.route(shop, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Obrigada pela compra</h1>" }))

  it("is led there once they have paid, and warned before", async () => {
    const page = await visit(await at(`/l/${await linkOf({ redirect_after_success: shop })}`))
    await shopIsThere(page)
    await fillIn(page)
    await byCard(page)
    await page.clock.install()
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
    await page.getByText("Voltando à loja em 20 segundos.", { exact: true }).waitFor()
    await page
      .getByText("Pagamento aprovado. Obrigado! Guarde o número do pedido. Voltando à loja em 20 segundos.")
      .waitFor()
    await page.clock.runFor(21_000)
    await headline(page, "Obrigada pela compra")
    expect(page.url()).toBe(shop)
  })

  it("stays if they choose so, and if they do something else", async () => {
    for (const staying of ["button", "page", "keyboard", "wheel"]) {
      const page = await visit(await at(`/l/${await linkOf({ redirect_after_success: shop })}`))
      await fillIn(page)
      await byCard(page)
      await page.clock.install()
      await payButton(page).click()
      await headline(page, "Pagamento aprovado")
      const returning = page.locator(".returning")
      await returning.waitFor()
      if (staying === "button") await page.getByRole("button", { name: "Ficar nesta página" }).click()
      else if (staying === "page") await page.getByText("Número do pedido", { exact: true }).click()
      else if (staying === "keyboard") await page.keyboard.press("ArrowDown")
      else await page.mouse.wheel(0, 100)
      await returning.waitFor({ state: "hidden" }) // a browser answers a wheel before the page gets it
      await page.clock.runFor(60_000)
      expect(page.url()).toContain("/pay/")
      expect(await returning.isVisible()).toBe(false)
    }
  })

  it("looks at their receipt again, and is not led away", async () => {
    const { public_key: key } = await orderBy(credit(), await linkOf({ redirect_after_success: shop }))
    const page = await visit(await at(`/pay/${key}`))
    await headline(page, "Pagamento aprovado")
    expect(await page.locator(".returning").isVisible()).toBe(false)
    expect(await page.getByRole("link", { name: "Voltar à loja" }).getAttribute("href")).toBe(shop)
  })
})

describe("a payer who reads English", () => {
  it("reads everything in English, also from the script", async () => {
    const page = await visit(await at(`/l/${await linkOf({ language: "en" })}`))
    await page.getByRole("button", { name: "Pay R$100.00" }).click()
    await page.getByText("Enter your CPF or CNPJ.").waitFor()
    await page.getByLabel("Full name").fill(payer.fullname)
    await page.getByLabel("E-mail").fill(payer.email)
    await page.getByLabel("CPF or CNPJ").fill(payer.taxvat)
    await page.getByLabel("Mobile number").fill(payer.telephone)
    await page.getByRole("button", { name: "Pay R$100.00" }).click()
    await headline(page, "Pay with Pix")
    expect(await page.locator("html").getAttribute("lang")).toBe("en")
  })
})

describe("a field with a fault", () => {
  it.each([
    ["Nome completo", "M", "Confira o nome: use de 2 a 140 letras."],
    ["E-mail", "maria@", "Confira o e-mail"],
    ["CPF ou CNPJ", "111.111.111-11", "Confira o CPF ou CNPJ"],
    ["Celular com DDD", "98765-4321", "Confira o celular"],
    ["Número do cartão", "4242 4242 4242 4241", "Confira o número do cartão"],
    ["Nome como está no cartão", "M4RIA", "Confira o nome: ele não pode ter números."],
    ["Nome como está no cartão", "4242 4242", "Confira o nome: ele não pode ter números."],
    ["Nome como está no cartão", "山田太郎", "Escreva o nome com letras de A a Z, como está no cartão."],
    ["Nome como está no cartão", "...", "Escreva o nome com letras de A a Z, como está no cartão."],
    ["Validade (mês/ano)", "01/20", "Confira a validade"],
    ["Código de segurança", "12", "Confira o código"],
  ])("shows it when the payer leaves it: %s", async (label, text, sentence) => {
    const page = await visit(await at(`/l/${await linkOf()}`))
    await page.getByLabel("Cartão de crédito").check()
    await page.getByLabel("Número do cartão").pressSequentially(visa.number)
    const box = page.getByLabel(label, { exact: true })
    await box.fill(text)
    await box.blur()
    await page.getByText(sentence).waitFor()
    expect(await box.getAttribute("aria-invalid")).toBe("true")
    expect(await box.getAttribute("aria-describedby")).toBe(`${await box.getAttribute("id")}-fault`)
  })
})

/** A page of each kind that a payer can meet. */
const states: ReadonlyArray<
  readonly [name: string, path: () => Promise<string>, prepare?: (page: Page) => Promise<unknown>]
> = [
  ["a link", async () => `/l/${await linkOf({ fee_mode: "interest", installments: 12, bg_color: "#FFE100" })}`],
  [
    "a link with a logo",
    async () => {
      const company = await service.newCompany("Escola de Violão")
      await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: `${logos.base}/logo.png` })
      return `/l/${await linkOf({}, company)}`
    },
    async (page) => {
      await page.getByRole("img", { name: "Escola de Violão" }).waitFor()
      await expect.poll(() => page.evaluate(`document.querySelector(".logo").naturalWidth`)).toBe(80)
    },
  ],
  ["a link, by card", async () => `/l/${await linkOf({ installments: 12 })}`, (page) => byCard(page)],
  ["a link, by slip", async () => `/l/${await linkOf()}`, (page) => page.getByLabel("Boleto").check()],
  ["a link with faults", async () => `/l/${await linkOf()}`, (page) => payButton(page).click()],
  [
    "a link with its prices",
    async () => `/l/${await linkOf({ installments: 12 })}`,
    (page) => page.getByText("Ver todas").click(),
  ],
  [
    "a link that is paid",
    async () => {
      const slug = await linkOf({ expire_after_payment: true })
      await orderBy(credit(), slug)
      return `/l/${slug}`
    },
  ],
  [
    "a link that waits",
    async () => {
      const slug = await linkOf({ expire_after_payment: true })
      await orderBy(credit("4000000000009235"), slug)
      return `/l/${slug}`
    },
  ],
  [
    "a link under moderation",
    async () => {
      const company = await service.newCompany()
      const slug = await linkOf({}, company)
      await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: true })
      return `/l/${slug}`
    },
  ],
  ["no link", async () => "/l/nobodys"],
  [
    "a link with an open Pix",
    async () => {
      const slug = await linkOf({ expire_after_payment: true })
      await orderBy(undefined, slug)
      return `/l/${slug}`
    },
  ],
  ["a link in English", async () => `/l/${await linkOf({ language: "en", installments: 12 })}`],
  [
    "a receipt in English",
    async () => `/pay/${(await orderBy(credit(), await linkOf({ language: "en" }))).public_key}`,
  ],
  ["an order that waits for a method", async () => `/pay/${await placed()}`],
  ["an overdue renewal, by card", async () => `/pay/${await overdue()}`, (page) => byCard(page)],
  ["a Pix", async () => `/pay/${(await orderBy()).public_key}`],
  ["a slip", async () => `/pay/${(await orderBy(slip)).public_key}`],
  ["a refusal", async () => `/pay/${(await orderBy(credit("4000000000000002"))).public_key}`],
  ["a review", async () => `/pay/${(await orderBy(credit("4000000000009235"))).public_key}`],
  ["an unknown outcome", async () => `/pay/${(await orderBy(credit("4000000000000101"))).public_key}`],
  ["a receipt", async () => `/pay/${(await orderBy(credit())).public_key}`],
  ...["refunded", "chargeback", "dispute"].map(
    (kind) =>
      [
        kind,
        async () => {
          const { order_number: number, public_key: key } = await orderBy(credit())
          await report(number, kind)
          return `/pay/${key}`
        },
      ] as const,
  ),
]

/** In the browser: visible prices that take more than one line. */
const pricesOnTwoLines = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    for (const { 0: price, index } of texts.currentNode.data.matchAll(/R\\$\\s?[\\d.,]*\\d/gu)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + price.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(price)
    }
  }
  return found
})()`

describe.each(states.map(([name, path, prepare = async () => {}]) => ({ name, path, prepare })))(
  "$name",
  ({ path, prepare }) => {
    it.each(["light", "dark"] as const)("is accessible on a %s screen", async (colorScheme) => {
      const page = await visit(await at(await path()), { viewport: { width: 360, height: 740 }, colorScheme })
      await prepare(page)
      expect(await axeViolations(page)).toEqual([])
    })

    it.each([
      ["320 px", { viewport: { width: 320, height: 640 } }, "16px"],
      ["text twice as large", { viewport: { width: 640, height: 900 } }, "32px"],
      ["text twice as large, on a telephone", { viewport: { width: 360, height: 740 } }, "32px"],
      ["180 px", { viewport: { width: 180, height: 370 } }, "16px"],
    ] as const)("fits its screen: %s", async (_, options: BrowserContextOptions, size) => {
      const page = await visit(await at(await path()), options)
      await prepare(page)
      await page.evaluate(`document.documentElement.style.fontSize = "${size}"`)
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0)
      expect(await page.evaluate(pricesOnTwoLines)).toEqual([])
    })

    it("calls no other host, and breaks no policy", async () => {
      const page = await (await visitor()).newPage()
      const asked: Array<string> = []
      const said: Array<string> = []
      page.on("request", (request) => asked.push(new URL(request.url()).origin))
      page.on("console", (message) => said.push(message.text()))
      page.on("pageerror", (error) => said.push(error.message))
      const address = await at(await path())
      const answer = await page.goto(address, { waitUntil: "load" })
      await prepare(page)
      expect(new Set(asked)).toEqual(new Set([new URL(address).origin]))
      expect(said.filter((text) => !(answer?.status() === 404 && text.includes("404")))).toEqual([])
    })
  },
)

/** The card's fields, and the message of each when it is empty. */
const emptyCard = [
  ["Número do cartão", "Informe o número do cartão."],
  ["Nome como está no cartão", "Informe o nome como está no cartão."],
  ["Validade (mês/ano)", "Informe a validade."],
  ["Código de segurança", "Informe o código de segurança."],
] as const

describe("a card", () => {
  it.each([
    ["1/39", "1/39", "01/2039"],
    ["1 / 2039", "1/2039", "01/2039"],
    ["01/39", "01/39", "01/2039"],
    ["1239", "12/39", "12/2039"],
    ["122039", "12/2039", "12/2039"],
  ])("may have its date typed as %s", async (typed, shownAs, sentAs) => {
    const page = await visit(await at(`/pay/${await placed()}`))
    await byCard(page)
    const box = page.getByLabel("Validade (mês/ano)")
    await box.fill("")
    await box.pressSequentially(typed)
    expect(await box.inputValue()).toBe(shownAs)
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/pay"))
    await payButton(page).click()
    expect(Object((await sent).postDataJSON()).payment.card.expiration).toBe(sentAs)
    await headline(page, "Pagamento aprovado")
  })

  it.each([
    ["MARIA D'AVILA", "MARIA D AVILA"],
    ["ANA-MARIA", "ANA MARIA"],
    ["SILVA JR.", "SILVA JR"],
    ["José da Conceição", "Jose da Conceicao"],
    ["MARIA APARECIDA DOS SANTOS X", "MARIA APARECIDA DOS SANTO"],
  ])("may have its name typed as %s", async (typed, sentAs) => {
    const page = await visit(await at(`/pay/${await placed()}`))
    await byCard(page)
    await page.getByLabel("Nome como está no cartão").fill(typed)
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/pay"))
    await payButton(page).click()
    expect(Object((await sent).postDataJSON()).payment.card.holder).toBe(sentAs)
    await headline(page, "Pagamento aprovado")
  })

  it.each([
    ["a link", async () => `/l/${await linkOf()}`],
    ["an order", async () => `/pay/${await placed()}`],
  ])("that is left empty on the page of %s shows for each field what is missing", async (_, path) => {
    const page = await visit(await at(await path()))
    if ((await page.getByLabel("Nome completo").count()) > 0) await fillIn(page)
    await page.getByLabel("Cartão de crédito").check()
    await payButton(page).click()
    for (const [label, sentence] of emptyCard) {
      await page.getByText(sentence).waitFor()
      expect(await page.getByLabel(label, { exact: true }).getAttribute("aria-invalid")).toBe("true")
    }
    expect(await page.locator(":focus").getAttribute("id")).toBe("payment.card.number")
    expect(await page.locator(".alert").textContent()).toBe("")
  })

  it("that is sent before the script has loaded shows what is missing once it has, and not the advice to turn it on", async () => {
    const page = await (await visitor()).newPage()
    let isLost = true
    await page.route(/\/assets\/pay\.js/u, (route) => (isLost ? route.abort() : route.continue()))
    await page.goto(await at(`/l/${await linkOf()}`))
    await fillIn(page)
    await page.getByLabel("Cartão de crédito").check()
    isLost = false
    await page.getByRole("button", { name: /^Pagar/u }).click()
    for (const [label, sentence] of emptyCard) {
      await page.getByText(sentence).waitFor()
      expect(await page.getByLabel(label, { exact: true }).getAttribute("aria-invalid")).toBe("true")
    }
    expect(await page.locator(".alert").textContent()).toBe("")
    await fillInCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
  })

  it("is stored nowhere in the browser, and is in no address", async () => {
    const page = await visit(await at(`/l/${await linkOf()}`))
    const addresses: Array<string> = []
    page.on("request", (request) => addresses.push(request.url()))
    await fillIn(page)
    await byCard(page)
    await payButton(page).click()
    await headline(page, "Pagamento aprovado")
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, document.documentElement.outerHTML])",
    )
    for (const place of [String(kept), ...addresses, page.url()]) {
      expect(place).not.toContain(visa.number)
      expect(place).not.toMatch(/4242[ ]4242/u)
    }
    expect(String(kept)).not.toContain(payer.taxvat)
  })
})

describe("the address of a postal code", () => {
  const places: Readonly<Record<string, object | undefined>> = {
    "01310100": {
      postcode: "01310-100",
      street: "Avenida Paulista",
      district: "Bela Vista",
      city: "São Paulo",
      region: "SP",
    },
    "20040020": {
      postcode: "20040-020",
      street: "Avenida Rio Branco",
      district: "Centro",
      city: "Rio de Janeiro",
      region: "RJ",
    },
    "53990000": { postcode: "53990-000", street: null, district: null, city: "Fernando de Noronha", region: "PE" },
  }
  const paulista = ["Avenida Paulista", "Bela Vista", "São Paulo", "SP"]
  const rio = ["Avenida Rio Branco", "Centro", "Rio de Janeiro", "RJ"]
  const nothing = ["", "", "", ""]

  /** A form for a slip. Each code is looked up when `until` says so. */
  const slipForm = async (until: (code: string) => Promise<void> = async () => {}, parts: object = {}) => {
    const context = await visitor()
    const page = await context.newPage()
    await page.route(/\/public\/v1\/postal-codes\//u, async (route) => {
      const code = route.request().url().slice(-8)
      await until(code)
      const data = places[code]
      if (code === "00000001") await route.abort("connectionreset").catch(() => {})
      else
        await route
          .fulfill(data === undefined ? { status: 404, json: { hasError: true } } : { json: { data } })
          .catch(() => {})
    })
    await page.goto(await at(`/l/${await linkOf(parts)}`))
    await page.getByLabel("Boleto").check()
    return page
  }
  const addressIn = (page: Page) =>
    Promise.all(
      ["Rua", "Bairro", "Cidade", "Estado"].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
    )
  const becomes = (page: Page, address: ReadonlyArray<string>) => expect.poll(() => addressIn(page)).toEqual(address)
  const type = async (page: Page, code: string) => {
    const box = page.getByLabel("CEP")
    await box.fill("")
    await box.pressSequentially(code)
  }

  it("follows a corrected code, and is what the slip is issued for", async () => {
    const page = await slipForm()
    await fillIn(page)
    await type(page, "01310-100")
    await becomes(page, paulista)
    await page.getByLabel("Número", { exact: true }).fill("1")
    await type(page, "20040-020")
    await becomes(page, rio)
    expect(await page.getByLabel("Número", { exact: true }).inputValue()).toBe("1")
    const sent = page.waitForRequest((request) => request.url().endsWith("/checkout"))
    await payButton(page).click()
    expect(Object((await sent).postDataJSON()).address).toMatchObject({ postcode: "20040-020", city: "Rio de Janeiro" })
    await headline(page, "Pague o boleto")
  })

  it("keeps what the payer typed", async () => {
    const page = await slipForm()
    await type(page, "01310-100")
    await becomes(page, paulista)
    await page.getByLabel("Rua").fill("Rua Um")
    await page.getByLabel("Estado").selectOption("RJ")
    await type(page, "53990-000")
    await becomes(page, ["Rua Um", "", "Fernando de Noronha", "RJ"])
  })

  it.each(["99999-999", "00000-001"])("is removed, with a message, if nothing is found of %s", async (code) => {
    const page = await slipForm()
    await type(page, "01310-100")
    await becomes(page, paulista)
    await type(page, code)
    await page.getByText("Não encontramos este CEP").waitFor()
    expect(await addressIn(page)).toEqual(nothing)
    await type(page, "20040-020")
    await becomes(page, rio)
    expect(await page.getByText("Não encontramos este CEP").count()).toBe(0)
  })

  it("belongs to the last typed code, whichever answer comes last", async () => {
    const slow = Promise.withResolvers<void>()
    const page = await slipForm((code) => (code === "01310100" ? slow.promise : Promise.resolve()))
    await type(page, "01310-100")
    await type(page, "20040-020")
    await becomes(page, rio)
    slow.resolve()
    await page.waitForTimeout(300)
    expect(await addressIn(page)).toEqual(rio)
  })

  it("is not sent with another code during its lookup", async () => {
    const never = Promise.withResolvers<void>()
    const page = await slipForm((code) => (code === "20040020" ? never.promise : Promise.resolve()))
    await fillIn(page)
    await type(page, "01310-100")
    await becomes(page, paulista)
    await page.getByLabel("Número", { exact: true }).fill("1")
    await type(page, "20040-020")
    await payButton(page).click()
    await page.getByText("Informe a cidade.").waitFor()
    expect(page.url()).toContain("/l/")
    never.resolve()
    await becomes(page, rio)
    expect(await page.getByText("Informe a cidade.").count()).toBe(0)
  })

  it("of a link is replaced like any other", async () => {
    const page = await slipForm(undefined, { customer_cep: "01310-100", customer_number: "7" })
    await becomes(page, paulista) // the service has no lookup here: the page looks it up
    await type(page, "20040-020")
    await becomes(page, rio)
    expect(await page.getByLabel("Número", { exact: true }).inputValue()).toBe("7")
  })
})

describe("a browser without a script", () => {
  it("pays by Pix and by slip, which alone needs the address, and says why it takes no card", async () => {
    const slug = await linkOf()
    for (const method of ["Pix", "Boleto"]) {
      const page = await visit(await at(`/l/${slug}`), { javaScriptEnabled: false })
      expect(await page.locator("noscript").textContent()).toContain("Para pagar com cartão, ative o JavaScript")
      await fillIn(page)
      await page.getByLabel(method, { exact: false }).first().check()
      expect(await page.getByLabel("CEP").isVisible()).toBe(method === "Boleto")
      if (method === "Boleto") await fillInAddress(page)
      await payButton(page).click()
      await headline(page, method === "Pix" ? "Pague com Pix" : "Pague o boleto")
    }
  })
})

describe("a payer without a mouse", () => {
  it("pays by keyboard alone", async () => {
    const slug = await linkOf()
    const page = await visit(await at(`/l/${slug}`))
    for (const text of [payer.fullname, payer.email, payer.taxvat, payer.telephone]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    for (const text of [visa.number, visa.holder, "1239", "123"]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await headline(page, "Pagamento aprovado")
    expect((await see(slug)).status).toBe("open")
  })
})
