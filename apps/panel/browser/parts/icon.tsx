/** A picture beside a word, in the color of its text. */
import type { IconNode } from "lucide"
import { createElement } from "preact"

/** @param of - outlines in a box of 24 by 24 */
export const Icon = ({ of }: { readonly of: IconNode }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([tag, attributes], place) => createElement(tag, { ...attributes, key: place }))}
  </svg>
)
