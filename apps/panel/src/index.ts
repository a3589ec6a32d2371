/**
 * What the server needs of the panel: the document, the addresses under which it is sent, and the pages of its menus. The operators' words are
 * here for a test: what they name is the service's.
 */
export { type Assets, panelDocument, type Surroundings } from "./document.ts"
export { companyMenu, platformMenu } from "./menu.ts"
export { companyPaths, openPaths, ownPaths, panelPath, panelPaths, pathTo, platformPaths } from "./paths.ts"
export { stateWords } from "./text/state/words.ts"
