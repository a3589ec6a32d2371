/** The server's view of the panel: the document, its addresses, and the pages of its menus. */
export { type Assets, panelDocument, type Surroundings } from "./document.ts"
export { companyMenu, platformMenu } from "./menu.ts"
export { companyPaths, openPaths, ownPaths, panelPath, panelPaths, pathTo, platformPaths } from "./paths.ts"
