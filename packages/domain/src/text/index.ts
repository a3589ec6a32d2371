/**
 * Text that people type.
 */
export * from "./fold-ascii.ts"
export { marksInRowMax, rawTextMax, trimCode } from "./raw-text.ts"
export { parseText, type TextLimits, TextRefusal, TextRefused } from "./text.ts"
export { masked, withoutSecrets } from "./without-secrets.ts"
