import * as Schema from "effect/Schema"

/** The reason for a missing logo. `detail` is printable and short, and quotes nothing of the picture. */
export class LogoNotRead extends Schema.TaggedError<LogoNotRead>()("LogoNotRead", { detail: Schema.String }) {}
