// A package's size in a browser: bundled, minified, compressed. Packages that need Node do not bundle.
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

export interface BrowserBundle {
  /** Bytes, minified. */
  readonly size: number
  /** Bytes after gzip. */
  readonly gzipped: number
}

/** The measured programs: all exports of a package, and the smallest typical use. */
export const browserPrograms = [
  { name: "@vintem/domain", program: `export * from "@vintem/domain"` },
  { name: "@vintem/domain, parseDocument alone", program: `export { parseDocument } from "@vintem/domain/documents"` },
  { name: "@vintem/domain, a Pix code alone", program: `export { encodeDynamicCode } from "@vintem/domain/pix"` },
  { name: "@vintem/domain, quote alone", program: `export { quote } from "@vintem/domain/fees"` },
  { name: "@vintem/domain, statusOf alone", program: `export { statusOf } from "@vintem/domain/order"` },
  { name: "@vintem/contract", program: `export * from "@vintem/contract"` },
  { name: "@vintem/contract, Client alone", program: `export { Client } from "@vintem/contract"` },
] as const

export type BrowserProgram = (typeof browserPrograms)[number]["name"]

/**
 * Bundles a program with everything it imports.
 *
 * @param folder - where its imports are looked up
 * @returns a promise that rejects if an import cannot be bundled for a browser, such as Node's built-ins
 */
export const bundleForBrowser = async (program: string, folder: string): Promise<BrowserBundle> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  })
  const code = outputFiles.map(({ contents }) => Buffer.from(contents))
  return { size: sum(code), gzipped: sum(code.map((file) => gzipSync(file))) }
}

/** "@vintem/domain: 133.5 kB in a browser, 46.0 kB gzipped" */
export const describeBundle = (name: string, { size, gzipped }: BrowserBundle): string =>
  `${name}: ${kilobytes(size)} in a browser, ${kilobytes(gzipped)} gzipped`

const sum = (files: ReadonlyArray<Buffer>): number => files.reduce((total, file) => total + file.length, 0)

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
