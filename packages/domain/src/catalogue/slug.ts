/**
 * Names for URLs and stock lists, made of a title.
 */

/**
 * Lower case, accents dropped, every run of other characters a hyphen, none at the ends.
 *
 * A title without a single letter or digit of ASCII leaves nothing; it gives `item`.
 */
export const slugOf = (title: string): string =>
  title
    // Marks are dropped before as well as after: taking a text apart costs the square of the marks in a row.
    .replace(/\p{M}+/gu, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "") || "item"
