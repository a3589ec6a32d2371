/** The panel's document: links to its parts, and its name, which shows until they are loaded. */

/** Addresses of the parts. We make them, so nothing in them needs escaping. */
export interface Assets {
  readonly script: string
  readonly style: string
  readonly icon: string
  /** Paths of the parts that browsers should load before the script asks for them. */
  readonly early: ReadonlyArray<string>
}

/** Facts about the service that runs the panel. */
export interface Surroundings {
  /** True in a sandbox. Known at once, so that the sandbox's parts have their space from the beginning. */
  readonly isSandbox: boolean
}

/** The markup itself contains no script or style: a policy may forbid them. */
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
