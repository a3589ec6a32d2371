/**
 * The QR code of a text, as a picture in the page itself.
 */
import encodeQR from "qr"
import { type Html, trusted } from "../html/html.ts"

/** Four modules of white around it, and error correction M, as the manual of the BR Code requires. */
export const qrCode = (text: string): Html => trusted(encodeQR(text, "svg", { ecc: "medium", border: 4 }))
