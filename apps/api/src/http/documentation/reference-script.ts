/** Scalar, the script that shows API descriptions in a browser. The HTTP library contains it. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiScalar } from "effect/http-api"

/**
 * The text of the script. Making it takes some 25 MB, which a service only holds once somebody reads its reference.
 *
 * The library gives the script inside a page that has everything in its markup. Our page allows no script in its
 * markup, so the script is taken out of the library's page and served by itself.
 */
export const referenceScript: Effect.Effect<string> = Effect.acquireUseRelease(
  Effect.sync(() => HttpRouter.toWebHandler(HttpApiScalar.layer(HttpApi.make("nothing")), { disableLogger: true })),
  ({ handler }) =>
    Effect.map(
      Effect.promise(() => handler(new Request("http://localhost/docs")).then((answer) => answer.text())),
      scriptIn,
    ),
  ({ dispose }) => Effect.promise(dispose),
)

/** The first script of the page. The second one starts it, with a description that we do not need. */
const scriptIn = (page: string): string => {
  const begin = page.indexOf(scriptTag) + scriptTag.length
  return page.slice(begin, page.indexOf("</script>", begin))
}

const scriptTag = "<script>"
