/**
 * The pages of docs/reference that are made from the machines and from what is sent of them. What the service says of itself (its
 * metrics) it adds.
 */
export { code, markdownTable } from "./markdown.ts"
export { pageText, type ReferencePage } from "./page.ts"
export { referencePages } from "./pages.ts"
export { payloadSchemaName, payloadSchemaText } from "./webhook/payload-schema.ts"
