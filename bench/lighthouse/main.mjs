/**
 * `npm run lighthouse`: the payer's pages as Lighthouse sees them on a telephone, and how long a payer takes on a slow one.
 *
 * Starts a sandbox on a folder of its own, has `vintem demo` make the pages, and prints a table. Exit status 1 where a page has fewer than 95
 * points in any category, or a first load brings more than 60 kB of script.
 *
 * One audit is left out: Lighthouse takes points for a page that search engines may not list. The address of these pages is their key, so none
 * may ever be listed.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import packed from "@sparticuz/chromium"
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { chromium } from "playwright-core"

const pointsMin = 95
const scriptBytesMax = 60_000

/** The slow network of browsers' own tools, and a processor of a cheap telephone beside that of this machine. */
const slow = { latency: 400, bytesPerSecond: 50_000, processor: 4 }

const program = join(import.meta.dirname, "../../apps/api/vintem.mjs")
const folder = mkdtempSync(join(tmpdir(), "vintem-lighthouse-"))
const environment = { ...process.env, PORT: "0", VINTEM_LOG_LEVEL: "error" }
const inFolder = { cwd: folder, env: environment }

const service = spawn(process.execPath, ["--conditions=source", program, "serve"], {
  ...inFolder,
  stdio: ["ignore", "pipe", "inherit"],
})
process.on("exit", () => {
  service.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

const base = await new Promise((resolve, reject) => {
  let printed = ""
  service.on("exit", () => reject(new Error("The service did not start.")))
  service.stdout.on("data", (chunk) => {
    printed += chunk
    const [, found] = /^Vintém serves (http:\/\/[^/]+)/mu.exec(printed) ?? []
    if (found !== undefined) resolve(found)
  })
})

const demo = () => {
  const args = ["--conditions=source", program, "demo", "--url", base, "--json"]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...inFolder, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** A browser that is slow in every way, whose visitor pays a link by card; milliseconds until the page says that it is paid. */
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
  for (const [name, value] of [
    ["Nome completo", "Maria Exemplo"],
    ["E-mail", "maria@example.com"],
    ["CPF ou CNPJ", "529.982.247-25"],
    ["Celular com DDD", "(11) 98765-4321"],
  ])
    await page.getByLabel(name).fill(value)
  await page.getByLabel("Cartão de crédito").check()
  for (const [name, value] of [
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

const shop = demo()
const executablePath = await packed.executablePath()
const browser = await launch({
  chromePath: executablePath,
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu"],
})
const faults = []
const columns = [
  ...["page", "performance", "accessibility", "best practices", "SEO"],
  ...["bytes", "of them script", "first paint", "interactive"],
]
console.log(`| ${columns.join(" | ")} |`)
console.log(`| --- |${" ---: |".repeat(columns.length - 1)}`)
for (const { what, url } of [...shop.links, ...shop.orders]) {
  const { lhr } = await lighthouse(url, {
    port: browser.port,
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    skipAudits: ["is-crawlable"],
    logLevel: "error",
  })
  const points = Object.values(lhr.categories).map(({ score }) => Math.round(score * 100))
  const requests = lhr.audits["network-requests"].details.items
  const bytes = (wanted) => requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0)
  const script = bytes(({ resourceType }) => resourceType === "Script")
  const seconds = (audit) => `${(lhr.audits[audit].numericValue / 1_000).toFixed(1)} s`
  const figures = [bytes(() => true), script, seconds("first-contentful-paint"), seconds("interactive")]
  console.log(`| ${[what, ...points, ...figures].join(" | ")} |`)
  if (points.some((one) => one < pointsMin)) faults.push(`${what}: fewer than ${pointsMin} points`)
  if (script > scriptBytesMax) faults.push(`${what}: more than ${scriptBytesMax} bytes of script`)
}
browser.kill()

const millis = await millisToPaid(executablePath, shop.links[0].url)
console.log(
  `\nFrom opening a link to paid by card, filled in by a script, at ${slow.bytesPerSecond / 125} kbit/s, ${slow.latency} ms away, with a ` +
    `processor ${slow.processor} times as slow: ${(millis / 1_000).toFixed(1)} s`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
