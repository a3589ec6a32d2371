/**
 * The operations of an API that change something, each as `orders.refund`.
 */
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export const changingOperations = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<string> => {
  const found: Array<string> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      if (endpoint.method !== "GET") found.push(`${group.identifier}.${endpoint.identifier}`)
    },
  })
  return found
}
