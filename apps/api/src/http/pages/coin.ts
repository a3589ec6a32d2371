/**
 * The icon of every page.
 */

/** A coin. */
export const coin =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#0b6e4f"/>' +
  '<path d="M9 9l7 15 7-15" fill="none" stroke="#fff" stroke-width="3.5"/></svg>'
