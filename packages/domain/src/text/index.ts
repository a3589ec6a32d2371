/**
 * Text that people type.
 */
export { trimCode, trimInvisible } from "./code.ts"
export * from "./fold-ascii.ts"
export { marksInRowMax, rawCodeMax, rawTextMax } from "./raw-text.ts"
export { parseText, type TextLimits, TextRefusal, TextRefused } from "./text.ts"
export { masked, withoutSecrets } from "./without-secrets.ts"
