/**
 * The text of a file that the user chose as a sheet.
 *
 * Its byte order mark gives the encoding. Without one it is UTF-8 if most bytes beyond ASCII are valid UTF-8, else
 * Windows-1252: Brazilian spreadsheets save CSV so by default. One damaged byte does not change that: only its cell is
 * unreadable.
 */
import * as Result from "effect/Result"

/** The most bytes of a file, and the most characters of a sheet: more than a batch's maximal rows take. */
export const sheetSizeMax = 2_000_000

/** Replaces a letter that was lost, here or when the file was saved. */
const lost = "\uFFFD"

/** True if a letter of a cell was lost. */
export const isDamaged = (cell: string): boolean => cell.includes(lost)

/**
 * The reason why a file has no text.
 *
 * `spreadsheet`: a spreadsheet's own file, which can be saved as CSV. `binary`: a file of another kind.
 */
export type FileRefusal = "empty" | "large" | "spreadsheet" | "binary"

/**
 * Turns bytes into text: the browser's `TextDecoder`. Unreadable bytes become U+FFFD, and a byte order mark is dropped.
 */
export type Decode = (bytes: Uint8Array, encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252") => string

export const decodeSheet = (bytes: Uint8Array, decode: Decode): Result.Result<string, FileRefusal> => {
  if (bytes.length > sheetSizeMax) return Result.fail("large")
  if (beginningsOfSpreadsheets.some((beginning) => beginsWith(bytes, beginning))) return Result.fail("spreadsheet")
  const text = textOf(bytes, decode)
  if (text.includes("\0")) return Result.fail("binary")
  if (text.trim() === "") return Result.fail("empty")
  // Some programs write HTML or XML and call it XLS.
  return text.trimStart().startsWith("<") ? Result.fail("spreadsheet") : Result.succeed(text)
}

/** The first bytes of spreadsheet files: XLSX and ODS, which are ZIP files, and XLS. */
const beginningsOfSpreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const

const beginsWith = (bytes: Uint8Array, beginning: ReadonlyArray<number>): boolean =>
  beginning.every((byte, at) => bytes[at] === byte)

const textOf = (bytes: Uint8Array, decode: Decode): string => {
  const marked = marks.find(({ mark }) => beginsWith(bytes, mark))
  if (marked !== undefined) return decode(bytes, marked.encoding)
  const unicode = decode(bytes, "utf-8")
  const wasLost = countOfLost(bytes)
  const unreadable = unicode.split(lost).length - 1 - wasLost
  const letters = (unicode.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0) + wasLost
  return unreadable === 0 || unreadable <= letters ? unicode : decode(bytes, "windows-1252")
}

/** The number of letters that were lost before the file was saved: U+FFFD in UTF-8. */
const countOfLost = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1
  }
  return count
}
