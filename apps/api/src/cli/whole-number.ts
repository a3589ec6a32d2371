/**
 * Whole numbers on the command line: pages and ids. Our own messages refuse other values: the parser's speak of strings
 * and finite numbers.
 */
import { Option } from "effect"
import { Argument, Flag } from "effect/cli"

/** `--name 7`: zero or more, at most 15 digits. */
export const wholeNumberFlag = (name: string): Flag.Flag<number> =>
  Flag.String(name).pipe(Flag.filterMap(wholeNumberIn, expected), Flag.withMetavar("NUMBER"))

/** Reads a whole number from a positional argument. */
export const wholeNumberArgument = (name: string): Argument.Argument<number> =>
  Argument.String(name).pipe(Argument.filterMap(wholeNumberIn, expected))

const wholeNumberIn = (text: string): Option.Option<number> =>
  /^\d{1,15}$/u.test(text) ? Option.some(Number(text)) : Option.none()

const expected = () => "a whole number, such as 7"
