/**
 * Pix codes and keys.
 */
export {
  BrCode,
  BrCodeRefusal,
  BrCodeRefused,
  brCodeCharactersMax,
  type DynamicCode,
  encodeDynamicCode,
  encodeStaticCode,
  PixLocation,
  type Receiver,
  type StaticCode,
} from "./br-code.ts"
export * from "./decode.ts"
export * from "./pix-key.ts"
export * from "./txid.ts"
