/** `npm run pictures`: makes the README's pictures of the payer's pages, on a telephone, and of the panel. */
import { join } from "node:path"
import packed from "@sparticuz/chromium"
import { chromium } from "playwright-core"
import sharp from "sharp"
import { demoShop } from "./demo-shop.mjs"
import { signIn } from "./sign-in.mjs"

const folder = join(import.meta.dirname, "../../docs/pictures")

const { company, links, orders, owner } = await demoShop()
const find = (all, what) => {
  const found = all.find((one) => one.what === what)
  if (found === undefined) throw new Error(`The demonstration has no "${what}".`)
  return found.url
}

const pictures = {
  "link.png": find(links, "any method, up to 12 installments with interest"),
  "pix.png": find(orders, "an open Pix"),
  "slip.png": find(orders, "an open bank slip"),
  "receipt.png": find(orders, "an approved card"),
}

/** With few colors a file has a third of the size. */
const keep = async (page, name) =>
  sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(folder, name))

const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  executablePath: await packed.executablePath(),
})
for (const [name, url] of Object.entries(pictures)) {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1.5,
    colorScheme: "light",
  })
  await page.goto(url, { waitUntil: "networkidle" })
  await keep(page, name)
}

const panel = await browser.newPage({
  viewport: { width: 1100, height: 760 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
  locale: "pt-BR",
})
await signIn(panel, owner)
const pageOf = (name) => new URL(`/panel/companies/${company}/${name}`, owner.link).href
await panel.goto(pageOf("overview"))
await panel.locator("main svg, main canvas").first().waitFor()
await keep(panel, "panel-overview.png")
await panel.goto(pageOf("orders"))
await panel.getByRole("table").waitFor()
await keep(panel, "panel-orders.png")
await panel.getByRole("row", { name: "Pago" }).first().getByRole("link").click()
await panel.getByRole("heading", { name: "Histórico" }).waitFor()
await keep(panel, "panel-order.png")
await browser.close()
process.exit()
