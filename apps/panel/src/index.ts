/**
 * What the server needs of the panel: the document, and the addresses under which it is sent.
 */
export { type Assets, panelDocument } from "./document.ts"
export { companyPaths, openPaths, ownPaths, panelPaths, platformPaths } from "./paths.ts"
