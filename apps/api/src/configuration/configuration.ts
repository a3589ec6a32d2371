/**
 * The settings of the service, read from the environment once, at the start.
 *
 * Every variable is read on its own and every fault is reported, so that all can be corrected at once.
 */
import { isIPv6 } from "node:net"
import type { GatewaySecrets, Networks, SecretKey, SmtpServer } from "@vintem/adapters"
import { Config, Context, Duration, Effect, Layer, Option, type Redacted, Result, Schema } from "effect"
import type { DatabaseLocation } from "./database-location.ts"
import type { Environment } from "./environment.ts"
import { SurroundingVariables, unknownVariables } from "./surrounding-variables.ts"
import type { ValueKind } from "./value-kind.ts"
import { type DefaultedVariable, type OptionalVariable, type Variable, variables } from "./variables.ts"

export interface HttpGateway {
  /** Without trailing slash. */
  readonly url: string
  readonly secrets: GatewaySecrets
}

export interface Settings {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly database: DatabaseLocation
  readonly environment: Environment
  /** Without trailing slash. None if it follows from host and port: see `publicUrlOf`. */
  readonly publicUrl: Option.Option<string>
  /** None only in the sandbox, where one is generated and kept. */
  readonly adminToken: Option.Option<Redacted.Redacted>
  /** None only in the sandbox on SQLite, where one is generated and kept. */
  readonly secretKey: Option.Option<SecretKey>
  /** These keys open and recognize older values. Nothing new is made under them. */
  readonly formerSecretKeys: ReadonlyArray<SecretKey>
  /** The token opens `/metrics` from any address. */
  readonly metricsToken: Option.Option<Redacted.Redacted>
  /** Callers in these networks read `/metrics` without a token. */
  readonly metricsAllow: Option.Option<Networks>
  readonly platformName: string
  /** None only in the sandbox, if the acquirer is simulated in process. */
  readonly gateway: Option.Option<HttpGateway>
  /** Verifies the acquirer's notifications. May be set without a gateway, for those of a simulated acquirer. */
  readonly gatewaySecrets: Option.Option<GatewaySecrets>
  /** Whole milliseconds, from 1 to an hour. */
  readonly gatewayTimeoutMillis: number
  /** Requests per minute and token, at least 1. */
  readonly rateLimit: number
  /** The wait before the first retry; the second waits twice as long, the third three times. */
  readonly webhookRetry: Duration.Duration
  readonly webhookAllowPrivate: boolean
  readonly blockCloud: boolean
  readonly trustedProxies: Networks
  readonly workers: boolean
  /** Connections per process, at least 1. */
  readonly dbPool: number
  readonly retention: Duration.Duration
  readonly postalCodeUrl: Option.Option<string>
  readonly logLevel: "debug" | "info" | "warn" | "error"
  /** None if reminders are only logged. */
  readonly smtpServer: Option.Option<SmtpServer>
  /** Without trailing slash. None if nothing is traced. */
  readonly otlpUrl: Option.Option<string>
  /** Share of requests and jobs that begin a trace, from 0 to 1. */
  readonly traceSampling: number
  /** Host names of the webhook receivers that get the trace header. */
  readonly traceWebhookHosts: ReadonlySet<string>
}

/**
 * A fault of one variable. `problem` completes a sentence that begins with the variable's name, and shows no secret.
 */
const ConfigurationFault = Schema.Struct({ variable: Schema.String, problem: Schema.String })
type ConfigurationFault = typeof ConfigurationFault.Type

/**
 * The service cannot start: correct every fault and start again. At least one fault, in the order of the documentation.
 */
export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  faults: Schema.Array(ConfigurationFault),
}) {}

/** One line per fault, each beginning with the variable's name. */
export const describeFaults = ({ faults }: ConfigurationInvalid): string =>
  faults.map(({ variable, problem }) => `${variable} ${problem}`).join("\n")

export class Configuration extends Context.Service<Configuration, Settings>()("@vintem/api/Configuration") {
  /** Reads from the `ConfigProvider`, which is the environment of the process unless another is provided. */
  static readonly layer = Layer.effect(
    Configuration,
    Effect.suspend(() => readSettings),
  )
}

/**
 * The base of every URL handed out, without trailing slash.
 *
 * @param port - the bound port: the configured one may be 0
 */
export const publicUrlOf = ({ publicUrl, host }: Pick<Settings, "publicUrl" | "host">, port: number): string =>
  Option.getOrElse(publicUrl, () => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`)

const readSettings = Effect.gen(function* () {
  const environmentRead = yield* Effect.result(readDefaulted(variables.environment, "sandbox"))
  // An unknown environment gets the lesser demands: production's may not apply.
  const environment = Result.getOrElse(environmentRead, (): Environment => "sandbox")
  const databaseRead = yield* Effect.result(readDefaulted(variables.database, environment))
  const isOnPostgres = Result.isSuccess(databaseRead) && databaseRead.success._tag === "postgres"
  const place: Place = { environment, isOnPostgres }
  const surroundings = yield* SurroundingVariables
  const read = yield* Effect.all(
    {
      host: readDefaulted(variables.host, environment),
      port: readDefaulted(variables.port, environment),
      database: Effect.fromResult(databaseRead),
      environment: Effect.fromResult(environmentRead),
      publicUrl: readOptional(variables.publicUrl, place),
      adminToken: readOptional(variables.adminToken, place),
      secretKey: readOptional(variables.secretKey, place),
      formerSecretKeys: readOptional(variables.formerSecretKeys, place),
      metricsToken: readOptional(variables.metricsToken, place),
      metricsAllow: readOptional(variables.metricsAllow, place),
      platformName: readDefaulted(variables.platformName, environment),
      gatewayUrl: readOptional(variables.gatewayUrl, place),
      gatewaySecrets: readOptional(variables.gatewaySecrets, place),
      gatewayTimeout: readDefaulted(variables.gatewayTimeout, environment),
      rateLimit: readDefaulted(variables.rateLimit, environment),
      webhookRetry: readDefaulted(variables.webhookRetry, environment),
      webhookAllowPrivate: readDefaulted(variables.webhookAllowPrivate, environment),
      blockCloud: readDefaulted(variables.blockCloud, environment),
      trustedProxies: readOptional(variables.trustedProxies, place),
      workers: readDefaulted(variables.workers, environment),
      dbPool: readDefaulted(variables.dbPool, environment),
      retention: readDefaulted(variables.retention, environment),
      postalCodeUrl: readOptional(variables.postalCodeUrl, place),
      logLevel: readDefaulted(variables.logLevel, environment),
      smtpServer: readOptional(variables.smtpServer, place),
      otlpUrl: readOptional(variables.otlpUrl, place),
      traceSampling: readDefaulted(variables.traceSampling, environment),
      traceWebhookHosts: readOptional(variables.traceWebhookHosts, place),
    },
    { mode: "result" },
  )
  const faults = Object.values(read).flatMap((result: Result.Result<unknown, ConfigurationFault>) =>
    Result.isFailure(result) ? [result.failure] : [],
  )
  const misspelt = unknownVariables(surroundings).map(
    ({ name, nearest }): ConfigurationFault => ({
      variable: name,
      problem: `is not a variable of this service; the nearest name is ${nearest}`,
    }),
  )
  const invalid = new ConfigurationInvalid({ faults: [...faults, ...misspelt] })
  if (misspelt.length > 0) return yield* invalid
  const values = yield* Effect.fromResult(Result.mapError(Result.all(read), () => invalid))
  const { gatewayUrl, gatewayTimeout, ...others } = values
  return {
    ...others,
    gateway: Option.all({ url: gatewayUrl, secrets: values.gatewaySecrets }),
    gatewayTimeoutMillis: Duration.toMillis(gatewayTimeout),
    formerSecretKeys: Option.getOrElse(values.formerSecretKeys, () => []),
    trustedProxies: Option.getOrElse(values.trustedProxies, () => []),
    traceWebhookHosts: Option.getOrElse(values.traceWebhookHosts, (): ReadonlySet<string> => new Set()),
  } satisfies Settings
})

const readDefaulted = Effect.fnUntraced(function* <A>(variable: DefaultedVariable<A>, environment: Environment) {
  const text = yield* textOf(variable.name)
  return yield* parse(
    variable,
    Option.getOrElse(text, () => variable.defaults[environment]),
    environment,
  )
})

const readOptional = Effect.fnUntraced(function* <A>(
  variable: OptionalVariable<A>,
  { environment, isOnPostgres }: Place,
) {
  const text = yield* textOf(variable.name)
  if (Option.isSome(text)) return Option.some(yield* parse(variable, text.value, environment))
  const { isRequiredInProduction, isRequiredOnPostgres, name, requiredBy } = variable
  const { expected } = kindIn(variable, environment)
  if (isRequiredInProduction && environment === "production") {
    return yield* fault(name, `must be set in production, to ${expected}`)
  }
  if (isRequiredOnPostgres && isOnPostgres) {
    return yield* fault(name, `must be set if DATABASE_URL names PostgreSQL, to ${expected}`)
  }
  if (requiredBy !== null && (yield* isGiven(requiredBy))) {
    return yield* fault(name, `must be set together with ${requiredBy}, to ${expected}`)
  }
  return Option.none<A>()
})

/** The facts that decide if a variable is required. */
interface Place {
  readonly environment: Environment
  readonly isOnPostgres: boolean
}

const kindIn = <A>({ kind, kindInProduction }: Variable<A>, environment: Environment): ValueKind<A> =>
  environment === "production" ? (kindInProduction ?? kind) : kind

const parse = <A>(
  variable: Variable<A>,
  text: string,
  environment: Environment,
): Effect.Effect<A, ConfigurationFault> => {
  const { name } = variable
  const kind = kindIn(variable, environment)
  return Option.match(kind.parse(text), {
    onSome: (value) => Effect.succeed(value),
    onNone: () =>
      fault(
        name,
        kind.isConfidential
          ? `must be ${kind.expected} (its value may be secret and is not shown)`
          : `must be ${kind.expected}, not ${JSON.stringify(text)}`,
      ),
  })
}

/** None if the variable is unset, empty or blank. Space around a value is a copying mistake. */
const textOf = (name: string): Effect.Effect<Option.Option<string>, ConfigurationFault> =>
  Config.option(Config.String(name)).pipe(
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== "")),
    Effect.catch(() => fault(name, "cannot be read from its source")),
  )

/** An unreadable variable has its own fault already, and makes no demands on others. */
const isGiven = (name: string): Effect.Effect<boolean> =>
  textOf(name).pipe(
    Effect.map(Option.isSome),
    Effect.orElseSucceed(() => false),
  )

const fault = (variable: string, problem: string): Effect.Effect<never, ConfigurationFault> =>
  Effect.fail({ variable, problem })
