/** A host elsewhere that stores companies' logos. */
import { createServer } from "node:http"
import sharp from "sharp"
import { afterAll } from "vitest"

/** Serves a picture of 80 by 40 pixels at `/logo.png`, and nothing else. Ends with the tests of the file. */
export const logoHost = async () => {
  const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: "#a00" } })
    .png()
    .toBuffer()
  const asked: Array<string> = []
  const host = createServer(({ url = "" }, response) => {
    asked.push(url)
    if (url.startsWith("/logo.png")) response.end(picture)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  afterAll(() => host.close())
  const listening = host.address()
  return { asked, base: `http://127.0.0.1:${typeof listening === "object" ? listening?.port : ""}` }
}
