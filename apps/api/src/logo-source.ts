/**
 * What fetches the logos of companies, and how far it may go: as far as webhooks.
 */
import { LogoSourceHttp } from "@vintem/adapters"
import type { LogoSource } from "@vintem/domain/ports"
import type { Layer } from "effect"
import type { Settings } from "./configuration/configuration.ts"

export const logoSource = ({
  webhookAllowPrivate: allowPrivate,
}: Pick<Settings, "webhookAllowPrivate">): Layer.Layer<LogoSource> => LogoSourceHttp.layer({ allowPrivate })
