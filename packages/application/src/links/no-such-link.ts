/**
 * A link that is not there, for whoever asks.
 */
import { LinkSlug } from "@vintem/domain/identifiers"
import { Schema } from "effect"

/** The company has no such link; another company's is none of its own, and a removed one is gone. Nothing was done. */
export class NoSuchLink extends Schema.TaggedError<NoSuchLink>()("NoSuchLink", { slug: LinkSlug }) {}
