/**
 * The descriptions of the sides of the service, each with its address and its reviewed copy.
 */
import { AdminApi, PanelApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { OpenApi } from "effect/http-api"

export const describedSides = {
  public: {
    path: "/openapi.json",
    description: OpenApi.fromApi(PublicApi),
    reviewed: new URL("./openapi.reviewed.json", import.meta.url),
  },
  payer: {
    path: "/public/v1/openapi.json",
    description: OpenApi.fromApi(PayerApi),
    reviewed: new URL("./openapi-payer.reviewed.json", import.meta.url),
  },
  administration: {
    path: "/admin/v1/openapi.json",
    description: OpenApi.fromApi(AdminApi),
    reviewed: new URL("./openapi-admin.reviewed.json", import.meta.url),
  },
  panel: {
    path: "/panel/v1/openapi.json",
    description: OpenApi.fromApi(PanelApi),
    reviewed: new URL("./openapi-panel.reviewed.json", import.meta.url),
  },
  sandbox: {
    path: "/sandbox/v1/openapi.json",
    description: OpenApi.fromApi(SandboxApi),
    reviewed: new URL("./openapi-sandbox.reviewed.json", import.meta.url),
  },
} as const
