/**
 * `npm run pictures`: makes the pictures of the payer's pages that the README shows, as a telephone has them.
 */
import { join } from "node:path"
import packed from "@sparticuz/chromium"
import { chromium } from "playwright-core"
import sharp from "sharp"
import { demoShop } from "./demo-shop.mjs"

const folder = join(import.meta.dirname, "../../../docs/pictures")

const { links, orders } = await demoShop()
const find = (all, what) => {
  const found = all.find((one) => one.what === what)
  if (found === undefined) throw new Error(`The demonstration has no "${what}".`)
  return found.url
}

const pictures = {
  "link.png": find(links, "any method, up to 12 installments with interest"),
  "pix.png": find(orders, "a Pix that waits"),
  "slip.png": find(orders, "a slip that waits"),
  "receipt.png": find(orders, "a card that was approved"),
}

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
  // Few colors make a file of a third of the size.
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(folder, name))
}
await browser.close()
process.exit()
