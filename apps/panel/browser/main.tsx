/**
 * The panel in the browser.
 */
import { render } from "preact"
import { App } from "./shell/app.tsx"

const place = document.getElementById("panel")
// What stood there until now goes: reused, it would move.
place?.replaceChildren()
if (place !== null) render(<App />, place)
