/**
 * Makes a small picture from bytes that claim to be a picture.
 *
 * Only bytes that begin like a raster picture are decoded: a drawing (SVG) can name other files and addresses. Only the
 * pixels are kept, no metadata.
 */

import type { Logo } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { describe } from "../webhook/transport-fault.ts"
import { jpegScans, jpegScansMax } from "./jpeg-scans.ts"
import { LogoNotRead } from "./logo-not-read.ts"

const jpegMark = "\xff\xd8\xff"

/** The signatures of raster formats, each with its position in bytes. */
const marks: ReadonlyArray<ReadonlyArray<readonly [from: number, mark: string]>> = [
  [[0, "\x89PNG\r\n\x1a\n"]],
  [[0, jpegMark]],
  [[0, "GIF8"]], // the first of several pictures is shown
  [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
]

/** The most pixels, so that a small file cannot expand to a huge picture: 4096 by 4096. */
const pixelsMax = 16_777_216

/** Twice what pages show it at, in pixels: screens are fine, and text may be enlarged. */
const size = { width: 640, height: 192 }

/**
 * Seconds until encoding is given up. The library checks this between lines of the picture: its work before the first
 * line cannot be stopped.
 */
const patienceSeconds = 3

/** Runs outside of the event loop. The library is loaded for the first picture. */
export const encodeLogo = Effect.fnUntraced(function* (picture: Uint8Array) {
  const beginning = Buffer.from(picture.subarray(0, 16)).toString("latin1")
  if (!marks.some((each) => each.every(([from, mark]) => beginning.startsWith(mark, from)))) {
    return yield* new LogoNotRead({ detail: "neither PNG, JPEG, WebP nor GIF" })
  }
  // All scans are decoded before the first line.
  if (beginning.startsWith(jpegMark) && jpegScans(picture) > jpegScansMax) {
    return yield* new LogoNotRead({ detail: `more than ${jpegScansMax} scans` })
  }
  const { default: sharp } = yield* Effect.tryPromise({ try: () => import("sharp"), catch: notRead })
  const bytes = yield* Effect.tryPromise({
    try: () =>
      sharp(picture, { limitInputPixels: pixelsMax, failOn: "error" })
        .autoOrient()
        .resize({ ...size, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 90 })
        .timeout({ seconds: patienceSeconds })
        .toBuffer(),
    catch: notRead,
  })
  const logo: Logo = { bytes, mediaType: "image/webp" }
  return logo
})

const notRead = (cause: unknown) => new LogoNotRead({ detail: describe(cause) })
