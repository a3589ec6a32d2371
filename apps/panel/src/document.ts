/**
 * The document in which the panel runs: what leads to its parts, and its name, which is seen until they are there.
 */

/** Where the parts lie. Addresses of our own making: nothing in them needs to be escaped. */
export interface Assets {
  readonly script: string
  readonly style: string
  readonly icon: string
  /** Paths of the parts that browsers should load before the script asks for them. */
  readonly early: ReadonlyArray<string>
}

/** What the panel runs in. */
export interface Surroundings {
  /** Whether this is a sandbox: known before anything is asked, so that what says so has its place from the beginning. */
  readonly isSandbox: boolean
}

/** Nothing in it is run or styled by its markup: a policy may forbid that altogether. */
export const panelDocument = (
  { early, icon, script, style }: Assets,
  { isSandbox }: Surroundings,
): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="description" content="Painel do Vintém: vendas, links de pagamento, assinaturas e webhooks.">
<meta name="color-scheme" content="light dark">
<title>Vintém</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
${early.map((address) => `<link rel="modulepreload" href="${address}">\n`).join("")}<script type="module" src="${script}"></script>
</head>
<body>
<div id="panel"${isSandbox ? " data-sandbox" : ""}><main class="narrow" aria-busy="true"><p class="brand">Vintém</p></main></div>
<noscript>
<p>O painel precisa de JavaScript. <span lang="en">The panel needs JavaScript.</span></p>
</noscript>
</body>
</html>
`
