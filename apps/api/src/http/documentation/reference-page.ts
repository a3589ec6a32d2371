/** The page at `/docs`: it names the descriptions, and a script shows them. */
import { html } from "@vintem/pay"

/** One side of the service: its callers, and the address of its description. */
export interface DescribedSide {
  /** The side's name in the page's address. It never changes. */
  readonly slug: string
  readonly title: string
  readonly path: `/${string}`
}

/**
 * The browser fetches nothing from other hosts, the markup holds no script, and no text becomes one.
 *
 * The script makes styles while it runs, so their hashes are not known in advance.
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

/** The element where the script shows the descriptions. */
const container = "reference"

/** Starts the script with the page's data. Append it to the script: the page may hold none. */
export const referenceStart = `
{
  const container = document.getElementById("${container}")
  window.Scalar.createApiReference(container, JSON.parse(container.dataset.configuration))
}
`

/** Scalar's settings: nothing that calls another service. */
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
 * Breaks long constants and field names: Scalar leaves them on one line, and the page is then wider than a telephone.
 * Also cuts off what is drawn around its buttons beyond the window.
 */
const styles = [
  ".property-heading,.property-detail,.property-const{max-width:100%;flex-wrap:wrap;white-space:normal;overflow-wrap:anywhere}",
  ".references-rendered{overflow-x:clip}",
].join("")
