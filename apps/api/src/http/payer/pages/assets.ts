/** The files of the payer's pages: one script, two styles, one picture, and logos. */
import { NotFound } from "@vintem/contract"
import { type Assets, colorStyle } from "@vintem/pay"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { keptText } from "../../documentation/kept-text.ts"
import { failed } from "../../edge/body/answers.ts"
import { staysForever } from "../../edge/limits/cache-control.ts"
import { builtPages } from "../../pages/built-pages.ts"
import { coin } from "../../pages/coin.ts"
import { type LogoAddress, logoAddresses, logoAnswer, logoPath } from "./logos.ts"

const paths = {
  script: "/assets/pay.js",
  style: "/assets/pay.css",
  icon: "/assets/icon.svg",
  color: "/assets/color/:color",
  logo: logoPath,
} as const

export const assetPaths = Object.values(paths).map((path) => ({ method: "GET", path }))

/** Adds the routes; returns the addresses for use in pages. */
export const servedAssets = Effect.gen(function* () {
  const router = yield* HttpRouter.HttpRouter
  const part = yield* Effect.cached(Effect.orDie(builtPages("pay")))
  const script = yield* keptText(
    Effect.map(part, ({ script }) => script),
    { contentType: "text/javascript; charset=utf-8", cacheControl: staysForever },
  )
  const style = yield* keptText(
    Effect.map(part, ({ style }) => style),
    { contentType: "text/css; charset=utf-8", cacheControl: staysForever },
  )
  const picture = yield* keptText(Effect.succeed(coin), { contentType: "image/svg+xml", cacheControl: staysForever })
  yield* router.add("GET", paths.script, script.answer)
  yield* router.add("GET", paths.style, style.answer)
  yield* router.add("GET", paths.icon, picture.answer)
  yield* router.add("GET", paths.color, coloredAnswer)
  yield* router.add("GET", paths.logo, yield* logoAnswer)
  const logoAddress = yield* logoAddresses
  return yield* Effect.cached(
    Effect.gen(function* () {
      return {
        script: `${paths.script}?v=${yield* script.name}`,
        style: `${paths.style}?v=${yield* style.name}`,
        icon: `${paths.icon}?v=${yield* picture.name}`,
        colorStyle: (color) => `/assets/color/${color}.css`,
        logoAddress,
      } satisfies Omit<Assets, "logo"> & { readonly logoAddress: LogoAddress }
    }),
  )
})

const coloredAnswer = Effect.gen(function* () {
  const { color = "" } = yield* HttpRouter.params
  const digits = /^([0-9a-f]{3}|[0-9a-f]{6})\.css$/iu.exec(color)?.[1]
  if (digits === undefined) return failed(new NotFound())
  return HttpServerResponse.text(colorStyle(digits), {
    contentType: "text/css; charset=utf-8",
    headers: { "cache-control": staysForever },
  })
})
