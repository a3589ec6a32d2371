/**
 * The page at `/docs`: it names the descriptions, and a script shows them.
 */
import { html } from "@vintem/pay"

/** One side of the service: who calls it, and where its description is. */
export interface DescribedSide {
  /** Names it in the address of the page: it stays. */
  readonly slug: string
  readonly title: string
  readonly path: `/${string}`
}

/**
 * Nothing is fetched from other hosts, the markup holds no script, and no text becomes one: the browser enforces this.
 *
 * The script makes styles as it runs, so their hashes are not known in advance.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** @param script - the address of the script */
export const referencePage = (sides: ReadonlyArray<DescribedSide>, script: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Vintém payment service: reference</title>
</head>
<body>
<noscript>
<h1>Vintém payment service: reference</h1>
<p>This page needs JavaScript. The descriptions it shows are OpenAPI documents:</p>
<ul>${sides.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
</noscript>
<div id="${container}" data-configuration="${JSON.stringify(configurationFor(sides))}"></div>
<script src="${script}"></script>
</body>
</html>
`.toString()

/** Where the script shows the descriptions. */
const container = "reference"

/** Starts the script with what the page says. Belongs at the script's end, as no script may stand in the page. */
export const referenceStart = `
{
  const container = document.getElementById("${container}")
  window.Scalar.createApiReference(container, JSON.parse(container.dataset.configuration))
}
`

/** How Scalar shows them: with nothing that calls another service. */
const configurationFor = (sides: ReadonlyArray<DescribedSide>) => ({
  sources: sides.map(({ path, slug, title }) => ({ slug, title, url: path })),
  withDefaultFonts: false,
  hideClientButton: true,
  authentication: { preferredSecurityScheme: "bearer" },
  customCss: styles,
  showDeveloperTools: "never",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})

/**
 * Long constants and names of fields break: Scalar leaves them on one line, and the page is then wider than a telephone. What is drawn
 * around its buttons reaches beyond the window too, and is cut off.
 */
const styles = [
  ".property-heading,.property-detail,.property-const{max-width:100%;flex-wrap:wrap;white-space:normal;overflow-wrap:anywhere}",
  ".references-rendered{overflow-x:clip}",
].join("")
