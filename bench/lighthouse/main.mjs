/**
 * `npm run lighthouse`: Lighthouse's scores of the payer's pages and the panel on a telephone, and the time that a
 * payer needs on a slow one.
 *
 * `vintem demo` makes the pages in a new sandbox. Prints a table. Exit status 1 if a page has fewer than 95 points in
 * any category (the panel 90 for performance), a first load has more than 60 kB of script (the panel 200 kB), or the
 * first content moves by a layout shift of 0.05 or more.
 *
 * One audit is left out: Lighthouse takes points from a page that search engines may not list. The address of these
 * pages is their key, so none may ever be listed.
 */
import packed from "@sparticuz/chromium"
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { chromium } from "playwright-core"
import { demoShop } from "../../tools/pictures/demo-shop.mjs"
import { signIn } from "../../tools/pictures/sign-in.mjs"

const payerLimits = { performanceMin: 95, pointsMin: 95, scriptBytesMax: 60_000 }
const panelLimits = { performanceMin: 90, pointsMin: 95, scriptBytesMax: 200_000 }

/** Browsers call a page good below 0.1. */
const shiftBelow = 0.05

/** The slow network in browsers' own tools, and the processor of a cheap telephone relative to this machine's. */
const slow = { latency: 400, bytesPerSecond: 50_000, processor: 4 }

/** A slow browser whose visitor pays a link by card; milliseconds until the page says that it is paid. */
const millisToPaid = async (executablePath, url) => {
  const browser = await chromium.launch({ args: ["--no-sandbox", "--disable-gpu"], executablePath })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const tools = await page.context().newCDPSession(page)
  const { bytesPerSecond, latency } = slow
  await tools.send("Network.enable")
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slow.processor })
  const began = performance.now()
  await page.goto(url)
  await page.getByLabel("Cartão de crédito").check()
  for (const [name, value] of [
    ["Nome completo", "Maria Exemplo"],
    ["E-mail", "maria@example.com"],
    ["CPF ou CNPJ", "529.982.247-25"],
    ["Celular com DDD", "(11) 98765-4321"],
    ["Número do cartão", "4242 4242 4242 4242"],
    ["Nome como está no cartão", "MARIA EXEMPLO"],
    ["Validade (mês/ano)", "12/30"],
    ["Código de segurança", "123"],
  ])
    await page.getByLabel(name).fill(value)
  await page.getByRole("button", { name: /^Pagar R/u }).click()
  await page.getByRole("heading", { name: "Pagamento aprovado" }).waitFor()
  const millis = performance.now() - began
  await browser.close()
  return millis
}

const shop = await demoShop()
const executablePath = await packed.executablePath()
const browser = await launch({
  chromePath: executablePath,
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu"],
})
const faults = []
const columns = [
  ...["page", "performance", "accessibility", "best practices", "SEO"],
  ...["bytes", "of them script", "first paint", "interactive", "layout shift"],
]
console.log(`| ${columns.join(" | ")} |`)
console.log(`| --- |${" ---: |".repeat(columns.length - 1)}`)
const judge = async (what, url, { performanceMin, pointsMin, scriptBytesMax }, extraHeaders) => {
  const { lhr } = await lighthouse(url, {
    port: browser.port,
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    skipAudits: ["is-crawlable"],
    logLevel: "error",
    ...(extraHeaders === undefined ? {} : { extraHeaders }),
  })
  const points = Object.values(lhr.categories).map(({ score }) => Math.round(score * 100))
  const requests = lhr.audits["network-requests"].details.items
  const bytes = (wanted) => requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0)
  const script = bytes(({ resourceType }) => resourceType === "Script")
  const seconds = (audit) => `${(lhr.audits[audit].numericValue / 1_000).toFixed(1)} s`
  const shift = lhr.audits["cumulative-layout-shift"].numericValue
  const times = [seconds("first-contentful-paint"), seconds("interactive")]
  const figures = [bytes(() => true), script, ...times, shift.toFixed(3)]
  console.log(`| ${[what, ...points, ...figures].join(" | ")} |`)
  const [performance, ...others] = points
  if (performance < performanceMin) faults.push(`${what}: fewer than ${performanceMin} points for performance`)
  if (others.some((one) => one < pointsMin)) faults.push(`${what}: fewer than ${pointsMin} points`)
  if (shift >= shiftBelow) faults.push(`${what}: a layout shift of ${shift.toFixed(3)}`)
  if (script > scriptBytesMax) faults.push(`${what}: more than ${scriptBytesMax} bytes of script`)
}

/** The owner's session cookie. */
const sessionOf = async (owner) => {
  const visitor = await chromium.launch({ args: ["--no-sandbox", "--disable-gpu"], executablePath })
  const page = await visitor.newPage({ locale: "pt-BR" })
  await signIn(page, owner)
  const cookies = await page.context().cookies()
  await visitor.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}

for (const { what, url } of [...shop.links, ...shop.orders]) await judge(what, url, payerLimits)
const panel = new URL("/panel", shop.owner.link).href
// Warms up first: an installation's first request waits until the parts are made and compressed.
const cookie = await sessionOf(shop.owner)
await judge("panel: signing in", panel, panelLimits)
for (const page of ["overview", "orders", "links", "batches"])
  await judge(`panel: ${page}`, `${panel}/companies/${shop.company}/${page}`, panelLimits, { cookie })
browser.kill()

const millis = await millisToPaid(executablePath, shop.links[0].url)
console.log(
  `\nFrom opening a link to paid by card, filled in by a script, at ${slow.bytesPerSecond / 125} kbit/s, ${slow.latency} ms away, with a ` +
    `processor ${slow.processor} times as slow: ${(millis / 1_000).toFixed(1)} s`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
