/**
 * The public API: payment links, one by one.
 */
import { PublicApi } from "@vintem/contract"
import { HttpApiBuilder } from "effect/http-api"
import { integrator } from "../company/company-caller.ts"
import { createLink, getLink, listLinks, removeLink, updateLink } from "../company/payment-links.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"

export const paymentLinks = HttpApiBuilder.group(PublicApi, "paymentLinks", (handlers) =>
  handlers
    .handleRaw("create", () => createLink(integrator), uninterruptible)
    .handle("list", ({ query }) => listLinks(integrator, query))
    .handle("get", ({ params }) => getLink(integrator, params))
    .handleRaw("update", ({ params }) => updateLink(integrator, params), uninterruptible)
    .handleRaw("remove", ({ params }) => removeLink(integrator, params), uninterruptible),
)
