/**
 * The error of a link that does not exist for the caller.
 */
import { LinkSlug } from "@vintem/domain/identifiers"
import { Schema } from "effect"

/** The company has no such link: other companies' links and removed ones do not count. Nothing was done. */
export class NoSuchLink extends Schema.TaggedError<NoSuchLink>()("NoSuchLink", { slug: LinkSlug }) {}
