/**
 * The panel in the browser.
 */
import * as Effect from "effect/Effect"
import { render } from "preact"
import { App } from "./shell/app.tsx"
import { keepFocus } from "./shell/keep-focus.ts"
import { speakFirst } from "./shell/languages.ts"

keepFocus()

const place = document.getElementById("panel")

const draw = Effect.sync(() => {
  // The previous content is removed: Preact would reuse and move it.
  place?.replaceChildren()
  if (place !== null) render(<App />, place)
})

Effect.runFork(Effect.andThen(speakFirst, draw))
