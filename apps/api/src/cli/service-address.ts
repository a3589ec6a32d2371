/** `--url`: the address of the running service, for commands that call it. */
import { Option } from "effect"
import { Flag } from "effect/cli"
import { publicUrlOf, type Settings } from "../configuration/configuration.ts"

export const urlFlag = Flag.String("url").pipe(
  Flag.withMetavar("URL"),
  Flag.withDescription("The service's address; if absent, this machine at the configured port"),
  Flag.optional,
)

/** The address without a trailing slash. @param url - the value of `--url` */
export const serviceAddress = (url: Option.Option<string>, settings: Settings): string =>
  Option.getOrElse(url, () => publicUrlOf(settings, settings.port)).replace(/\/$/u, "")
