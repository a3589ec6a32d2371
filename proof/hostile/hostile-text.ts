/**
 * Texts that an attacker might send, of any length.
 */
import type { Random } from "../crash/random.ts"

/** A text with a beginning, a repeated part and an end. */
interface Pattern {
  readonly start?: string
  readonly again: string
  readonly end?: string
}

/** By name. Each is long in its own way. */
export const hostilePatterns: Readonly<Record<string, Pattern>> = {
  "marks of one kind": { start: "a", again: "\u0301" },
  "marks of two kinds, to be put in order": { start: "a", again: "\u0301\u0323" },
  "marks of three kinds, each the wrong way round": { start: "a", again: "\u0315\u0301\u0327\u0334" },
  "letters with as many marks as are taken": { again: `a${"\u0301\u0323".repeat(15)}` },
  "letters that are taken apart": { again: "\u1E69\u1F82\u1EC7" },
  "letters that are put together": { again: "e\u0302\u0301" },
  "syllables that are put together": { again: "\u1100\u1161\u11A8" },
  "letters that grow when their case changes": { again: "\u00DF\u0149\u0390\u1FB7\u0130\uFB03" },
  "halves of pairs": { start: "a", again: "\uD83D" },
  "the other halves": { start: "a", again: "\uDE42" },
  "halves the wrong way round": { again: "\uDE42\uD83D" },
  pairs: { again: "🙂" },
  families: { again: "👩\u200D👩\u200D👧" },
  "letters that look like others": { again: "\u0410\uFF21\u13AA\u{1D400}\u212A\u017F" },
  "digits that look like others": { again: "\uFF14\u0664\u{1D7D2}" },
  "signs that look like others": { again: "\uFF1D\uFF0B\uFF0D\uFF20\uFF1B" },
  "text that turns round": { again: "a\u202E\u2066" },
  "what is not seen": { again: "\u200B\u200D\uFEFF\u00AD\u2060" },
  "white space": { again: " " },
  "white space of other kinds": { again: "\u00A0\u3000\u2003\u2028\u0085" },
  "white space around a letter": { again: " \t\n", end: "a" },
  "control characters": { again: "\u0000\u0007\u001B[31m\u007F\u009F" },
  "line breaks": { again: "a\r\n" },
  letters: { again: "a" },
  capitals: { again: "A" },
  digits: { again: "4" },
  "digits behind a sign": { start: "-", again: "9" },
  "nothing but noughts": { again: "0", end: "1" },
  decimals: { start: "1.", again: "0" },
  "an exponent": { start: "1e", again: "9" },
  points: { start: "a@", again: "a.", end: "!" },
  "labels of a domain": { start: "a@", again: "a-a.", end: "@" },
  hyphens: { again: "-", end: "!" },
  slashes: { start: "https://", again: "/", end: "\n" },
  "a long address": { start: "https://loja.example/", again: "a/?#", end: "\u0000" },
  commas: { again: "paid," },
  brackets: { again: "[{(<" },
  "a formula": { start: "=", again: "cmd|'/c calc'!A1;" },
  "a query": { again: "'\"; drop table orders; --" },
  "a script": { again: "<script>alert(1)</script>" },
  escapes: { again: "\\u0000%00&#0;" },
  "names of every object": { again: "__proto__.constructor.toString." },
}

const names = Object.keys(hostilePatterns)

/** A text of one kind, with the repeated part at least once. @param units - approximate length, in UTF-16 code units */
export const hostileText = (name: string, units: number): string => {
  const { again = "a", end = "", start = "" } = hostilePatterns[name] ?? {}
  const times = Math.floor((units - start.length - end.length) / again.length)
  return `${start}${again.repeat(Math.max(1, times))}${end}`
}

/** A random kind. */
export const anyHostileText = (random: Random, units: number): string =>
  hostileText(random.pick([names[0] ?? "", ...names.slice(1)]), units)

/**
 * A text of any kind with a limited number of bytes as JSON.
 *
 * @param bytesMax - 16 or more
 */
export const textWithinBytes = (random: Random, bytesMax: number): string => {
  const text = anyHostileText(random, bytesMax)
  const bytes = Buffer.byteLength(JSON.stringify(text))
  // Some characters take up to six bytes: the text is shortened in proportion.
  return bytes <= bytesMax ? text : text.slice(0, Math.floor((text.length * (bytesMax - 8)) / bytes))
}
