/** Names for URLs and stock lists, made from a title. */

/**
 * Lower case, without accents, with a hyphen for every run of other characters, and none at the ends.
 *
 * A title without an ASCII letter or digit gives `item`.
 */
export const slugOf = (title: string): string =>
  title
    // Marks are dropped before as well as after: decomposing a text takes time in the square of the marks in a row.
    .replace(/\p{M}+/gu, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "") || "item"
