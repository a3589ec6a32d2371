/**
 * The pages of docs/reference that are generated from the state machines and from their messages. The service adds its
 * own pages, such as its metrics.
 */
export { code, markdownTable } from "./markdown.ts"
export { pageText, type ReferencePage } from "./page.ts"
export { referencePages } from "./pages.ts"
export { payloadSchemaName, payloadSchemaText } from "./webhook/payload-schema.ts"
