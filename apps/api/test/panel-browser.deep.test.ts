/**
 * The panel in a real browser, answered with the examples of its API's description: every page, for every sense and
 * screen; a session that ends meanwhile, and a lost connection.
 */
import { fault, invalidBody } from "@vintem/contract"
import { companyPaths, openPaths, ownPaths, platformPaths } from "@vintem/panel"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { answerWithExamples } from "./panel-examples.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true })
const { visitor } = browserUnderTest()

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: "pt-BR" }

const named: Readonly<Record<string, string>> = {
  ":company": "1",
  ":customer": "42",
  ":order_number": "7K3M9Q2X5R8T",
  ":slug": "1kz4q8m7t3x9w2p5r6n0b",
  ":token": "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11",
}
const address = (path: string): string => path.replaceAll(/:\w+/gu, (name) => named[name] ?? name)

/** Opens a page for a user who may do everything. */
const opened = async (path: string, options: BrowserContextOptions = wide) => {
  const context = await visitor(options)
  const panel = await answerWithExamples(context)
  const page = await context.newPage()
  const said: Array<string> = []
  page.on("console", (message) => said.push(message.text()))
  page.on("pageerror", (error) => said.push(error.message))
  await page.goto(`${await service.base()}${address(path)}`)
  await settled(page)
  return { page, panel, said }
}

const settled = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await eventually(async () => expect(await page.locator(".waiting").count()).toBe(0))
}

const paletteOf = async (page: Page): Promise<Locator> => {
  await page.keyboard.press("Control+k")
  const palette = page.getByRole("dialog")
  await palette.getByRole("option").first().waitFor()
  return palette
}

/** The focus moves a moment after its cause. */
const focusIsOn = async (page: Page, text: string): Promise<void> =>
  eventually(async () => expect(await page.locator(":focus").textContent()).toBe(text))

const signedInPages = [...Object.values(companyPaths), ...Object.values(platformPaths), ...Object.values(ownPaths)]
const pages = [...signedInPages, ...Object.values(openPaths)]

describe.each(pages)("%s", (path) => {
  it.each([
    ["light", "pt-BR"],
    ["dark", "en"],
  ] as const)("is accessible on a %s screen, in %s", async (colorScheme, locale) => {
    const { page } = await opened(path, { ...wide, colorScheme, locale })
    expect(await page.locator("html").getAttribute("lang")).toBe(locale)
    expect(await axeViolations(page)).toEqual([])
  })

  it.each([
    ["360 px", { viewport: { width: 360, height: 740 } }, "16px"],
    ["text twice as large", { viewport: { width: 720, height: 900 } }, "32px"],
  ] as const)("fits its screen: %s", async (_, options: BrowserContextOptions, size) => {
    const { page } = await opened(path, options)
    await page.evaluate(`document.documentElement.style.fontSize = "${size}"`)
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
  })

  it("calls no other host, and breaks no policy", async () => {
    const context = await visitor(wide)
    await answerWithExamples(context)
    const page = await context.newPage()
    const asked: Array<string> = []
    const said: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).origin))
    page.on("console", (message) => said.push(message.text()))
    page.on("pageerror", (error) => said.push(error.message))
    await page.goto(`${await service.base()}${address(path)}`)
    await settled(page)
    expect(new Set(asked)).toEqual(new Set([await service.base()]))
    expect(said).toEqual([])
  })
})

describe("a session that ends meanwhile", () => {
  it("asks to sign in, and continues in place, with all typed values", async () => {
    const { page, panel } = await opened(companyPaths.newLink)
    await page.getByLabel("Título").fill("Mensalidade de novembro")
    await page.getByLabel("Valor", { exact: true }).fill("199,90")
    panel.isSignedIn = false
    await page.getByRole("button", { name: "Criar link" }).click()
    const dialog = page.getByRole("dialog", { name: "Entre de novo" })
    await dialog.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press("Escape") // Escape does not close it
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByLabel("Senha").fill("quatro palavras sem sentido")
    await dialog.getByRole("button", { name: "Entrar" }).click()
    await page.waitForURL(/\/links\/1kz4q8m7t3x9w2p5r6n0b$/u)
    const sent = panel.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/payment-links"))
    expect(sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({ title: "Mensalidade de novembro", amount: 199.9 }),
      expect.objectContaining({ title: "Mensalidade de novembro", amount: 199.9 }),
    ])
  })
})

describe("a connection that is lost", () => {
  it("is shown, and requests are repeated until there is an answer", async () => {
    const { page, panel } = await opened(companyPaths.orders)
    panel.isThere = false
    await page.getByRole("link", { name: "Links de pagamento" }).click()
    await page.getByText("Sem conexão com o serviço").waitFor()
    expect(await axeViolations(page)).toEqual([])
    panel.isThere = true
    await page.getByRole("table", { name: "Links de pagamento" }).waitFor()
    expect(await page.getByText("Sem conexão com o serviço").count()).toBe(0)
  })
})

describe("pages outside the first script", () => {
  const part = "**/panel/assets/catalogue-pages-*"

  it("are requested until they load, under their current names", async () => {
    const { page } = await opened(companyPaths.orders)
    await page.route(part, (route) => route.abort())
    await page.getByRole("link", { name: "Cupons" }).click()
    await page.getByText("Sem conexão com o serviço").waitFor()
    await page.unroute(part)
    await page.getByRole("table", { name: "Cupons" }).waitFor()
    expect(await page.getByText("Sem conexão com o serviço").count()).toBe(0)
  })
})

describe("texts of a language outside the first script", () => {
  const texts = "**/panel/assets/english-*"

  it("are loaded when the language is chosen, and from then on with the first page", async () => {
    const { page } = await opened(companyPaths.orders)
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("heading", { name: "Orders" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Orders" }).waitFor()
    expect(await page.locator("html").getAttribute("lang")).toBe("en")
  })

  it("are requested until they load, and meanwhile the panel says in the other language that it has no connection", async () => {
    const { page } = await opened(companyPaths.orders)
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("heading", { name: "Orders" }).waitFor()
    await page.route(texts, (route) => route.abort())
    await page.reload()
    await page.getByText("Sem conexão com o serviço").waitFor()
    await page.unroute(texts)
    await page.getByRole("heading", { name: "Orders" }).waitFor()
    expect(await page.getByText("The service cannot be reached").count()).toBe(0)
  })
})

describe("the keyboard", () => {
  it("opens the palette, finds a page by its name without accents, and goes there", async () => {
    const { page } = await opened(companyPaths.orders)
    const palette = await paletteOf(page)
    await page.keyboard.type("equip")
    await page.getByRole("option", { name: "Buscar pedido: equip" }).waitFor()
    expect(await palette.getByRole("option").allTextContents()).toEqual(["Equipe", "Buscar pedido: equip"])
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Equipe" }).waitFor()
    await focusIsOn(page, "Equipe")
  })

  it("leaves a dialog to where it came from", async () => {
    const { page } = await opened(companyPaths.order)
    await page.getByRole("button", { name: "Reembolsar" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Reembolsar" }).waitFor()
    await focusIsOn(page, "Voltar")
    await page.keyboard.press("Escape")
    await focusIsOn(page, "Reembolsar")
  })
})

describe("the overview", () => {
  it("shows other days, which are in the address, and refuses invalid days", async () => {
    const { page, panel } = await opened(companyPaths.overview)
    await page.getByRole("link", { name: "7 dias" }).click()
    await page.locator("[aria-current]").getByText("7 dias").waitFor()
    expect(new URL(page.url()).searchParams.get("range")).toBe("7")
    await page.getByLabel("De", { exact: true }).fill("2026-11-02")
    await page.getByRole("button", { name: "Mostrar" }).click()
    await page.getByText("Escolha o primeiro e o último dia").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel("Até", { exact: true }).fill("2026-11-30")
    await page.getByRole("button", { name: "Mostrar" }).click()
    await page.waitForURL(/from=2026-11-02&to=2026-11-30$/u)
    await page.goBack()
    await page.locator("[aria-current]").getByText("7 dias").waitFor()
    expect(panel.asked.filter(({ path }) => path.endsWith("/overview"))).toHaveLength(4)
  })

  it("has a table below its plot, which the keyboard opens", async () => {
    const { page } = await opened(companyPaths.overview)
    const table = page.getByRole("table", { name: "Recebido por dia e forma de pagamento" })
    expect(await table.isVisible()).toBe(false)
    await page.getByText("Ver em tabela").focus()
    await page.keyboard.press("Enter")
    await table.getByRole("cell", { name: "01/11/2026" }).waitFor()
    expect(await page.locator("figure svg").getAttribute("aria-hidden")).toBe("true")
    expect(await axeViolations(page)).toEqual([])
  })
})

describe("an order of any company", () => {
  it("is found by the address of the payer's page", async () => {
    const { page, panel } = await opened(platformPaths.findOrder)
    await page.getByLabel("Buscar").fill("https://pay.example.com/pay/exemplo_publicKey_0001")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "7K3M9Q2X5R8T" }).waitFor()
    expect(panel.asked.at(-1)?.path).toBe("/panel/v1/orders/exemplo_publicKey_0001")
    expect(await axeViolations(page)).toEqual([])
  })
})

describe("a refund", () => {
  it("says what will happen, takes no more than there is, and is sent once however often the button is pressed", async () => {
    const { page, panel } = await opened(companyPaths.order)
    await page.getByRole("button", { name: "Reembolsar" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Valor do reembolso").fill("129,91")
    await dialog.getByRole("button", { name: "Reembolsar" }).click()
    await dialog.getByText("Informe um valor de R$ 0,01 a R$ 129,90.").waitFor()
    await dialog.getByLabel("Valor do reembolso").fill("59,90")
    await dialog.getByText("Maria da Silva recebe R$ 59,90 de volta. Não dá para desfazer.").waitFor()
    await dialog.getByRole("button", { name: "Reembolsar" }).dblclick()
    await page.getByText("Reembolso solicitado.").waitFor()
    const sent = panel.asked.filter(({ path }) => path.endsWith("/refund"))
    expect(sent.map(({ body }) => body)).toEqual([{ amount: 59.9 }])
  })
})

describe("the form of a link", () => {
  it("shows the payer's view, with the addition to the amount", async () => {
    const { page, panel } = await opened(companyPaths.newLink)
    await page.getByLabel("Título").fill("Aula")
    await page.getByLabel("Valor", { exact: true }).fill("100")
    await page.getByLabel("Acréscimo").fill("25,5")
    await page.getByRole("region", { name: "Prévia" }).getByText("R$ 125,50").waitFor()
    await page.getByRole("button", { name: "Criar link" }).click()
    await page.waitForURL(/\/links\/1kz4q8m7t3x9w2p5r6n0b$/u)
    const sent = panel.asked.filter(({ method }) => method === "POST").map(({ body }) => body)
    expect(sent).toEqual([expect.objectContaining({ amount: 100, additional_amount: 25.5 })])
  })

  it("takes the focus, returns it, and says on the smallest screen too that the link was saved", async () => {
    const { page, panel } = await opened(companyPaths.link, { ...wide, viewport: { width: 360, height: 740 } })
    const change = page.getByRole("button", { name: "Alterar" })
    const title = page.getByLabel("Título")
    await change.click()
    await title.and(page.locator(":focus")).waitFor()
    await title.fill("Outro")
    await page.getByRole("button", { name: "Voltar" }).click()
    await focusIsOn(page, "Alterar")
    expect(await title.count()).toBe(0)
    await change.click()
    expect(await title.inputValue()).not.toBe("Outro")
    await page.getByRole("button", { name: "Salvar" }).click()
    const saved = page.getByText("Link salvo.")
    await saved.waitFor()
    await focusIsOn(page, "Alterar")
    const { y = -1, height = 0 } = (await saved.boundingBox()) ?? {}
    expect([y >= 0, y + height <= 740]).toEqual([true, true])
    expect(await axeViolations(page)).toEqual([])
    expect(panel.asked.filter(({ method }) => method === "PUT")).toHaveLength(1)
  })
})

describe("a reminder rule", () => {
  const token = "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11"

  it("is chosen for a link", async () => {
    const { page, panel } = await opened(companyPaths.newLink)
    await page.getByLabel("Título").fill("Aula")
    await page.getByLabel("Valor", { exact: true }).fill("100")
    await page.getByLabel("Regras de lembrete").selectOption(token)
    await page.getByRole("button", { name: "Criar link" }).click()
    await page.waitForURL(/\/links\/1kz4q8m7t3x9w2p5r6n0b$/u)
    expect(panel.asked.find(({ method }) => method === "POST")?.body).toMatchObject({ payment_link_rule_token: token })
  })

  it("is chosen for a batch, with the last day and whether each link is paid once", async () => {
    const { page, panel } = await opened(companyPaths.newBatch)
    await page.getByLabel("Regras de lembrete").selectOption(token)
    await page.getByLabel("Vencimento").fill("2030-12-31")
    expect(await page.getByLabel("Pagamento único").isChecked()).toBe(true)
    await page.getByRole("textbox", { name: "Planilha" }).fill("nome;valor\nAna Souza;10")
    await page.getByRole("button", { name: "Criar 1 link" }).click()
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    expect(panel.asked.find(({ method }) => method === "POST")?.body).toEqual({
      expired_at: "2030-12-31",
      payment_link_rule_token: token,
      expire_after_payment: true,
      customers: [{ name: "Ana Souza", amount: 10 }],
    })
  })
})

describe("a sheet", () => {
  it("is judged before it is sent", async () => {
    const { page, panel } = await opened(companyPaths.newBatch)
    await page.getByRole("textbox", { name: "Planilha" }).fill("nome;e-mail;valor\nAna Souza;ana@;10,00\nJosé Lima;;")
    await page.getByText("2 linhas lidas, 2 para corrigir.").waitFor()
    await page.getByRole("cell", { name: "R$ 10,00" }).waitFor()
    const email = page.getByLabel("E-mail, linha 2")
    expect(await email.getAttribute("aria-invalid")).toBe("true")
    expect(await page.getByRole("row", { name: /^2 / }).getByText("o e-mail não é válido").count()).toBe(1)
    expect(await page.getByRole("row", { name: /^3 / }).getByText("falta o valor").count()).toBe(1)
    await page.getByRole("button", { name: "Criar links" }).click()
    await email.and(page.locator(":focus")).waitFor() // the focus goes to the first fault: text typed before that would end up there
    expect(panel.asked.some(({ method }) => method === "POST")).toBe(false)
    await page.getByLabel("Valor padrão").fill("20")
    await email.fill("ana@example.com")
    // Only the button may send the line, not the Enter key in a cell.
    await email.press("Enter")
    await page.getByRole("button", { name: "Criar 2 links" }).click()
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    expect(panel.asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      {
        amount: 20,
        expire_after_payment: true,
        customers: [{ name: "Ana Souza", email: "ana@example.com", amount: 10 }, { name: "José Lima" }],
      },
    ])
  })

  it("is added to an existing batch, whose own amount the page does not know", async () => {
    const { page, panel } = await opened(companyPaths.batch)
    await page.getByRole("link", { name: "Adicionar clientes" }).click()
    await page.getByRole("heading", { name: "Adicionar clientes" }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole("textbox", { name: "Planilha" }).fill("nome\nAna Souza")
    await page.getByRole("button", { name: "Criar 1 link" }).click()
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    const sent = panel.asked.filter(({ method }) => method === "POST")
    expect(sent.map(({ body, path }) => [path.split("/").slice(-2), body])).toEqual([
      [["5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11", "customers"], { customers: [{ name: "Ana Souza" }] }],
    ])
  })

  const rowsOf = (): string =>
    ["nome;e-mail;valor", ...Array.from({ length: 120 }, (_, at) => `Ana Souza;ana${at + 1}@example.com;10`)].join("\n")

  /** Keys of the sent parts, each with its first customer; and the answers to the next ones. */
  const parts = async (page: Page) => {
    const sent: Array<readonly [key: string | undefined, first: string]> = []
    page.on("request", (request) => {
      if (request.method() !== "POST") return
      const [first] = Object(request.postDataJSON()).customers
      sent.push([request.headers()["idempotency-key"], first.email])
    })
    const third = { status: 422, json: {} }
    await page.route(/\/customers$/u, (route) =>
      sent.at(-1)?.[1] === "ana101@example.com" && third.status !== 202
        ? route.fulfill({ status: third.status, json: third.json })
        : route.fallback(),
    )
    return { sent, third }
  }

  it("continues in its batch after the service refuses a row half way", async () => {
    const { page, panel } = await opened(companyPaths.newBatch)
    const { sent, third } = await parts(page)
    third.json = invalidBody({ faults: [fault("customers.4.email", { code: "invalid_email" })] })
    await page.getByRole("textbox", { name: "Planilha" }).fill(rowsOf())
    await page.getByRole("button", { name: "Criar 120 links" }).click()
    const link = page.getByRole("link", { name: "Já criado: lote com 100 links" })
    await link.waitFor()
    // The fifth row of the third part; the first row has the names.
    const email = page.getByLabel("E-mail, linha 106")
    await email.and(page.locator(":focus")).waitFor()
    await page.getByText("este valor não é aceito").waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await link.getAttribute("href")).toMatch(/\/batches\/5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11$/u)
    // Rows that are in the batch cannot be changed here.
    expect(await page.getByLabel("Enviar a linha 2", { exact: true }).count()).toBe(0)
    expect(await page.getByRole("textbox", { name: "Planilha" }).count()).toBe(0)
    await page.getByRole("button", { name: "Criar 19 links" }).click()
    await email.and(page.locator(":focus")).waitFor()
    expect(sent).toHaveLength(3)
    third.status = 202
    await email.fill("ana-105@example.com")
    await page.getByRole("button", { name: "Criar 20 links" }).click()
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    const paths = panel.asked.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1))
    expect(paths.filter((path) => path === "customers")).toHaveLength(2)
    expect(paths).toHaveLength(3)
    expect(sent.map(([, first]) => first)).toEqual([1, 51, 101, 101].map((number) => `ana${number}@example.com`))
    expect(new Set(sent.map(([key]) => key)).size).toBe(4)
    expect(Object(panel.asked.findLast(({ method }) => method === "POST")?.body).customers).toHaveLength(20)
  })

  it("repeats a part with an unknown outcome under its key", async () => {
    const { page } = await opened(companyPaths.newBatch)
    const { sent, third } = await parts(page)
    third.status = 500
    third.json = { hasError: true, response: "Server Error" }
    await page.getByRole("textbox", { name: "Planilha" }).fill(rowsOf())
    await page.getByRole("button", { name: "Criar 120 links" }).click()
    await page.getByText("Sem resposta do serviço.").waitFor()
    await page.getByRole("link", { name: "Já criado: lote com 100 links" }).waitFor()
    third.status = 202
    await page.getByRole("button", { name: "Criar 20 links" }).click()
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    expect(sent.map(([, first]) => first)).toEqual([1, 51, 101, 101].map((number) => `ana${number}@example.com`))
    expect(new Set(sent.map(([key]) => key)).size).toBe(3)
    expect(sent.at(-1)?.[0]).toBe(sent.at(-2)?.[0])
  })
})
