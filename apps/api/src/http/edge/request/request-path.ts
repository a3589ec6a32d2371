/**
 * The path of a request, without its query: a query may hold a document.
 */
import type { HttpServerRequest } from "effect/http"

export const requestPath = ({ url }: Pick<HttpServerRequest.HttpServerRequest, "url">): string => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}
