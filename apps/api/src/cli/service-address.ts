/**
 * `--url`: where the running service is, for commands that speak to it.
 */
import { Option } from "effect"
import { Flag } from "effect/cli"
import { publicUrlOf, type Settings } from "../configuration/configuration.ts"

export const urlFlag = Flag.String("url").pipe(
  Flag.withMetavar("URL"),
  Flag.withDescription("The service's address; if absent, this machine at the configured port"),
  Flag.optional,
)

/** Without a slash at its end. @param url - the value of `--url` */
export const serviceAddress = (url: Option.Option<string>, settings: Settings): string =>
  Option.getOrElse(url, () => publicUrlOf(settings, settings.port)).replace(/\/$/u, "")
