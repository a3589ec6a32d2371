/**
 * The panel in the browser.
 */
import { render } from "preact"
import { App } from "./shell/app.tsx"

const place = document.getElementById("panel")
if (place !== null) render(<App />, place)
