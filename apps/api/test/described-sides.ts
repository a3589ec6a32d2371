/**
 * The API descriptions of the service, each with its address and its reviewed copy.
 *
 * Other people's programs are built on those for companies and payers: every word of them is reviewed. For the others
 * it is one line per operation.
 *
 * @see docs/decisions/wire.md#0353
 */
import { AdminApi, PanelApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { OpenApi } from "effect/http-api"
import { operationLines } from "./operation-lines.ts"

const whole = (description: object): string => `${JSON.stringify(description, null, 2)}\n`

export const describedSides = {
  public: {
    path: "/openapi.json",
    description: OpenApi.fromApi(PublicApi),
    reviewed: new URL("./openapi.reviewed.json", import.meta.url),
    text: whole,
  },
  payer: {
    path: "/public/v1/openapi.json",
    description: OpenApi.fromApi(PayerApi),
    reviewed: new URL("./openapi-payer.reviewed.json", import.meta.url),
    text: whole,
  },
  administration: {
    path: "/admin/v1/openapi.json",
    description: OpenApi.fromApi(AdminApi),
    reviewed: new URL("./openapi-admin.reviewed.txt", import.meta.url),
    text: operationLines,
  },
  panel: {
    path: "/panel/v1/openapi.json",
    description: OpenApi.fromApi(PanelApi),
    reviewed: new URL("./openapi-panel.reviewed.txt", import.meta.url),
    text: operationLines,
  },
  sandbox: {
    path: "/sandbox/v1/openapi.json",
    description: OpenApi.fromApi(SandboxApi),
    reviewed: new URL("./openapi-sandbox.reviewed.txt", import.meta.url),
    text: operationLines,
  },
} as const
