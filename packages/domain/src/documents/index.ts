/**
 * CPF and CNPJ.
 */
export {
  cnpjCheckDigits,
  cpfCheckDigits,
  Document,
  DocumentRefusal,
  DocumentRefused,
  documentKind,
  formatDocument,
  isReservedDocument,
  parseDocument,
  reservedDocumentRoot,
} from "./document.ts"
export { withLostZeros } from "./lost-zeros.ts"
