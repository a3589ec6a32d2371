import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { parseNetworks } from "@vintem/adapters"
import { ConfigProvider, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { Configuration, describeFaults, publicUrlOf, type Settings } from "./configuration.ts"
import { environments } from "./environment.ts"
import { SurroundingVariables } from "./surrounding-variables.ts"
import { variables } from "./variables.ts"

const settingsFrom = (provider: ConfigProvider.ConfigProvider) =>
  Configuration.pipe(Effect.provide(Configuration.layer.pipe(Layer.provide(ConfigProvider.layer(provider)))))

const settingsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.provideService(settingsFrom(ConfigProvider.fromUnknown(environment)), SurroundingVariables, environment)

const faultLinesOf = (environment: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(settingsOf(environment)), (invalid) => describeFaults(invalid).split("\n"))

const base64Of = (key: Redacted.Redacted<Uint8Array>) => Buffer.from(Redacted.value(key)).toString("base64")

/** The settings with their secrets unwrapped: any two wrapped secrets are equal. */
const revealed = (settings: Settings) => ({
  ...settings,
  database: settings.database._tag === "postgres" ? Redacted.value(settings.database.url) : settings.database,
  adminToken: Option.map(settings.adminToken, Redacted.value),
  secretKey: Option.map(settings.secretKey, base64Of),
  formerSecretKeys: settings.formerSecretKeys.map(base64Of),
  metricsToken: Option.map(settings.metricsToken, Redacted.value),
  gateway: Option.map(settings.gateway, ({ url, secrets }) => ({ url, secrets: secrets.map(Redacted.value) })),
  gatewaySecrets: Option.map(settings.gatewaySecrets, (secrets) => secrets.map(Redacted.value)),
  smtpServer: Option.map(settings.smtpServer, ({ login, ...server }) => ({
    ...server,
    login: login === null ? null : Redacted.value(login),
  })),
})

const production = {
  VINTEM_ENV: "production",
  VINTEM_ADMIN_TOKEN: `admin-token-${"a".repeat(20)}`,
  VINTEM_SECRET_KEY: Buffer.alloc(32, "secret-key").toString("base64"),
  VINTEM_GATEWAY_URL: "https://acquirer.example/v1/",
  VINTEM_GATEWAY_SECRET: `gateway-secret-${"g".repeat(17)}`,
  VINTEM_PUBLIC_URL: "https://pay.example/",
}

/** Base64 of 32 bytes. */
const anyKey = Buffer.alloc(32, 7).toString("base64")

describe("Configuration", () => {
  it.effect("needs no variable in the sandbox", () =>
    Effect.gen(function* () {
      expect(yield* settingsOf({})).toEqual({
        host: "127.0.0.1",
        port: 3000,
        database: { _tag: "sqlite_file", path: "./data/vintem.db" },
        environment: "sandbox",
        publicUrl: Option.none(),
        adminToken: Option.none(),
        secretKey: Option.none(),
        formerSecretKeys: [],
        metricsToken: Option.none(),
        metricsAllow: Option.none(),
        platformName: "Vintem",
        gateway: Option.none(),
        gatewaySecrets: Option.none(),
        gatewayTimeoutMillis: 3_000,
        rateLimit: 90,
        webhookRetry: Duration.seconds(30),
        webhookAllowPrivate: true,
        blockCloud: false,
        trustedProxies: [],
        workers: true,
        dbPool: 10,
        retention: Duration.days(90),
        postalCodeUrl: Option.none(),
        logLevel: "info",
        smtpServer: Option.none(),
        otlpUrl: Option.none(),
        traceSampling: 0.01,
        traceWebhookHosts: new Set(),
      })
    }),
  )

  it.effect("is stricter by default in production", () =>
    Effect.gen(function* () {
      expect(revealed(yield* settingsOf(production))).toMatchObject({
        environment: "production",
        gatewayTimeoutMillis: 10_000,
        webhookAllowPrivate: false,
        blockCloud: true,
        publicUrl: Option.some("https://pay.example"),
        adminToken: Option.some(production.VINTEM_ADMIN_TOKEN),
        secretKey: Option.some(production.VINTEM_SECRET_KEY),
        gateway: Option.some({ url: "https://acquirer.example/v1", secrets: [production.VINTEM_GATEWAY_SECRET] }),
      })
    }),
  )

  it.effect("reads every variable", () =>
    Effect.gen(function* () {
      expect(
        revealed(
          yield* settingsOf({
            HOST: "::",
            PORT: "0",
            DATABASE_URL: "postgres://vintem:pw@db.example/vintem",
            VINTEM_ENV: "sandbox",
            VINTEM_PUBLIC_URL: "http://localhost:8080",
            VINTEM_ADMIN_TOKEN: "t",
            VINTEM_SECRET_KEY: anyKey,
            VINTEM_SECRET_KEY_OLD: `${production.VINTEM_SECRET_KEY}, ${anyKey}`,
            VINTEM_METRICS_TOKEN: "m",
            VINTEM_METRICS_ALLOW: "10.1.0.0/16, 2001:db8::/32",
            VINTEM_PLATFORM_NAME: "Loja do Zé",
            VINTEM_GATEWAY_URL: "http://127.0.0.1:4000",
            VINTEM_GATEWAY_SECRET: "s, before",
            VINTEM_GATEWAY_TIMEOUT: "250 millis",
            VINTEM_RATE_LIMIT: "5",
            VINTEM_WEBHOOK_RETRY: "1 second",
            VINTEM_WEBHOOK_ALLOW_PRIVATE: "false",
            VINTEM_BLOCK_CLOUD: "true",
            VINTEM_TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8",
            VINTEM_WORKERS: "false",
            VINTEM_DB_POOL: "3",
            VINTEM_RETENTION: "1 week",
            VINTEM_OTLP_URL: "http://localhost:4318/",
            VINTEM_TRACE_SAMPLING: "0.5",
            VINTEM_TRACE_WEBHOOK_HOSTS: "hooks.example.com, Loja.example",
            VINTEM_POSTAL_CODE_URL: "https://viacep.com.br/ws",
            VINTEM_LOG_LEVEL: "warn",
            VINTEM_SMTP_URL: "smtp://mail:pw@localhost:25",
          }),
        ),
      ).toEqual({
        host: "::",
        port: 0,
        database: "postgres://vintem:pw@db.example/vintem",
        environment: "sandbox",
        publicUrl: Option.some("http://localhost:8080"),
        adminToken: Option.some("t"),
        secretKey: Option.some(anyKey),
        formerSecretKeys: [production.VINTEM_SECRET_KEY, anyKey],
        metricsToken: Option.some("m"),
        metricsAllow: Option.some(Result.getOrThrow(parseNetworks("10.1.0.0/16,2001:db8::/32"))),
        platformName: "Loja do Zé",
        gateway: Option.some({ url: "http://127.0.0.1:4000", secrets: ["s", "before"] }),
        gatewaySecrets: Option.some(["s", "before"]),
        gatewayTimeoutMillis: 250,
        rateLimit: 5,
        webhookRetry: Duration.seconds(1),
        webhookAllowPrivate: false,
        blockCloud: true,
        trustedProxies: Result.getOrThrow(parseNetworks("10.0.0.0/8,fd00::/8")),
        workers: false,
        dbPool: 3,
        retention: Duration.weeks(1),
        otlpUrl: Option.some("http://localhost:4318"),
        traceSampling: 0.5,
        traceWebhookHosts: new Set(["hooks.example.com", "loja.example"]),
        postalCodeUrl: Option.some("https://viacep.com.br/ws"),
        logLevel: "warn",
        smtpServer: Option.some({
          host: "localhost",
          port: 25,
          tls: "optional",
          login: { user: "mail", password: "pw" },
          from: null,
        }),
      })
    }),
  )

  it.effect("treats an empty or blank variable as unset", () =>
    Effect.gen(function* () {
      const blank = Object.fromEntries(
        Object.values(variables).map(({ name }, index) => [name, index % 2 === 0 ? "" : " \n"]),
      )
      expect(yield* settingsOf(blank)).toEqual(yield* settingsOf({}))
    }),
  )

  it.effect("is not confused by variables whose names begin alike", () =>
    Effect.gen(function* () {
      const env = { HOST_NAME: "box", PORT: "81", PORT_0: "82", DATABASE_URL_OLD: "x" }
      const settings = yield* settingsFrom(ConfigProvider.fromEnv({ env }))
      expect(settings).toMatchObject({ host: "127.0.0.1", port: 81, database: { _tag: "sqlite_file" } })
    }),
  )

  it.effect("reports every fault at once, one line each, by the variable's name", () =>
    Effect.gen(function* () {
      expect(
        yield* faultLinesOf({
          HOST: "http://localhost",
          PORT: "eighty",
          VINTEM_ENV: "staging",
          VINTEM_GATEWAY_TIMEOUT: "10",
          VINTEM_WORKERS: "two\nlines",
          VINTEM_TRUSTED_PROXIES: "10.0.0.0/33",
          VINTEM_METRICS_ALLOW: "prometheus.internal",
        }),
      ).toEqual([
        'HOST must be a host name or an IP address, without port, not "http://localhost"',
        'PORT must be a whole number from 0 to 65535, not "eighty"',
        'VINTEM_ENV must be `sandbox` or `production`, not "staging"',
        'VINTEM_METRICS_ALLOW must be CIDRs separated by commas, without bits beyond their prefix, such as `10.0.0.0/8, fd00::/8`, not "prometheus.internal"',
        "VINTEM_GATEWAY_TIMEOUT must be a duration from `1 milli` to `1 hour`, " +
          'in millis, seconds, minutes, hours, days or weeks, not "10"',
        'VINTEM_TRUSTED_PROXIES must be CIDRs separated by commas, without bits beyond their prefix, such as `10.0.0.0/8, fd00::/8`, not "10.0.0.0/33"',
        'VINTEM_WORKERS must be `true` or `false`, not "two\\nlines"',
      ])
    }),
  )

  it.effect("never shows a refused value that may be a secret", () =>
    Effect.gen(function* () {
      const secret = "hunter 2"
      const confidential = Object.values(variables).filter(({ kind }) => kind.isConfidential)
      const lines = yield* faultLinesOf(Object.fromEntries(confidential.map(({ name }) => [name, secret])))
      expect(lines.map((line) => line.split(" ")[0])).toEqual(confidential.map(({ name }) => name))
      expect(lines.join()).not.toContain(secret)
    }),
  )

  it("keeps confidential whatever may hold a password", () => {
    expect(
      Object.values(variables)
        .filter(({ kind }) => kind.isConfidential)
        .map(({ name }) => name),
    ).toEqual(expect.arrayContaining(Object.keys(production).slice(1).concat("DATABASE_URL", "VINTEM_SMTP_URL")))
  })

  it.effect("prints no secret", () =>
    Effect.gen(function* () {
      const secrets = {
        VINTEM_SMTP_URL: "smtp://u:hunter2@h",
        DATABASE_URL: "postgres://u:hunter2@h/d",
        VINTEM_SECRET_KEY_OLD: anyKey,
      }
      const settings = yield* settingsOf({ ...production, ...secrets })
      const printed = `${JSON.stringify(settings)}${String(settings)}${inspect(settings, { depth: 10 })}`
      expect(printed).not.toMatch(/hunter2|admin-token|gateway-secret|secret-key/u)
      expect(printed).not.toContain(production.VINTEM_SECRET_KEY)
      expect(printed).not.toContain(anyKey)
    }),
  )

  it.effect("refuses production without admin token, secret key, public URL, gateway and its secret", () =>
    Effect.gen(function* () {
      expect(yield* faultLinesOf({ VINTEM_ENV: "production" })).toEqual([
        `VINTEM_PUBLIC_URL must be set in production, to ${encrypted}`,
        `VINTEM_ADMIN_TOKEN must be set in production, to ${longSecret}`,
        "VINTEM_SECRET_KEY must be set in production, to base64 of at least 32 random bytes, as `openssl rand -base64 32` prints it",
        `VINTEM_GATEWAY_URL must be set in production, to ${encrypted}`,
        `VINTEM_GATEWAY_SECRET must be set in production, to ${longSecrets}`,
      ])
    }),
  )

  it.effect("refuses a PostgreSQL database without secret key, in the sandbox too", () =>
    Effect.gen(function* () {
      const onPostgres = { DATABASE_URL: "postgres://vintem@db.example/vintem" }
      expect(yield* faultLinesOf(onPostgres)).toEqual([
        "VINTEM_SECRET_KEY must be set if DATABASE_URL names PostgreSQL, " +
          "to base64 of at least 32 random bytes, as `openssl rand -base64 32` prints it",
      ])
      expect(revealed(yield* settingsOf({ ...onPostgres, VINTEM_SECRET_KEY: anyKey }))).toMatchObject({
        secretKey: Option.some(anyKey),
      })
    }),
  )

  it.effect("refuses a guessably short secret in production, and accepts it in a sandbox", () =>
    Effect.gen(function* () {
      for (const [name, short, expected] of [
        ["VINTEM_ADMIN_TOKEN", "a".repeat(31), longSecret],
        ["VINTEM_METRICS_TOKEN", "prometheus", longSecret],
        ["VINTEM_GATEWAY_SECRET", "secret", longSecrets],
        ["VINTEM_GATEWAY_SECRET", `${"a".repeat(32)},secret`, longSecrets],
      ] as const) {
        expect(yield* faultLinesOf({ ...production, [name]: short })).toEqual([
          `${name} must be ${expected} (its value may be secret and is not shown)`,
        ])
        yield* settingsOf({ ...production, [name]: "a".repeat(32) })
        yield* settingsOf({ [name]: short })
      }
    }),
  )

  it.effect("refuses an unencrypted URL over a network in production, and accepts it in a sandbox", () =>
    Effect.gen(function* () {
      for (const name of ["VINTEM_GATEWAY_URL", "VINTEM_PUBLIC_URL"]) {
        expect(yield* faultLinesOf({ ...production, [name]: "http://acquirer.example" })).toEqual([
          `${name} must be ${encrypted} (its value may be secret and is not shown)`,
        ])
        yield* settingsOf({ ...production, [name]: "http://127.0.0.1:4000" })
        yield* settingsOf({ [name]: "http://acquirer.example", VINTEM_GATEWAY_SECRET: "s" })
      }
    }),
  )

  it.effect("reports every toy secret and every unencrypted URL of production at once", () =>
    Effect.gen(function* () {
      const lines = yield* faultLinesOf({
        VINTEM_ENV: "production",
        VINTEM_ADMIN_TOKEN: "admin",
        VINTEM_SECRET_KEY: "secret",
        VINTEM_GATEWAY_SECRET: "gateway",
        VINTEM_GATEWAY_URL: "http://10.0.0.7:4000",
        VINTEM_PUBLIC_URL: "http://pay.example",
      })
      expect(lines.map((line) => line.split(" ")[0])).toEqual([
        "VINTEM_PUBLIC_URL",
        "VINTEM_ADMIN_TOKEN",
        "VINTEM_SECRET_KEY",
        "VINTEM_GATEWAY_URL",
        "VINTEM_GATEWAY_SECRET",
      ])
    }),
  )

  it.effect("refuses an unknown variable with our prefix, after all other faults, and does not show its value", () =>
    Effect.gen(function* () {
      const misspelt = { VINTEM_RATELIMIT: "5", VINTEM_ADMIN_TOKENS: "hunter2" }
      const admin = "VINTEM_ADMIN_TOKENS is not a variable of this service; the nearest name is VINTEM_ADMIN_TOKEN"
      const rate = "VINTEM_RATELIMIT is not a variable of this service; the nearest name is VINTEM_RATE_LIMIT"
      expect(yield* faultLinesOf(misspelt)).toEqual([admin, rate])
      const lines = yield* faultLinesOf({ ...misspelt, PORT: "-1" })
      expect(lines).toEqual(['PORT must be a whole number from 0 to 65535, not "-1"', admin, rate])
    }),
  )

  it.effect("reports what production lacks together with what does not parse", () =>
    Effect.gen(function* () {
      const lines = yield* faultLinesOf({ ...production, VINTEM_ADMIN_TOKEN: "", PORT: "-1" })
      expect(lines.map((line) => line.split(" ")[0])).toEqual(["PORT", "VINTEM_ADMIN_TOKEN"])
    }),
  )

  it.effect("refuses a gateway without secret", () =>
    Effect.gen(function* () {
      expect(yield* faultLinesOf({ VINTEM_GATEWAY_URL: "http://127.0.0.1:4000" })).toEqual([
        "VINTEM_GATEWAY_SECRET must be set together with VINTEM_GATEWAY_URL, " +
          "to a secret of letters, digits and punctuation, without spaces and commas, or two separated by a comma",
      ])
    }),
  )

  it.effect("simulates the acquirer if there is a secret without gateway", () =>
    Effect.gen(function* () {
      expect(revealed(yield* settingsOf({ VINTEM_GATEWAY_SECRET: "s" }))).toMatchObject({
        gateway: Option.none(),
        gatewaySecrets: Option.some(["s"]),
      })
    }),
  )

  it.effect("names each variable that its source fails to read", () =>
    Effect.gen(function* () {
      const broken = ConfigProvider.make(([name]) =>
        name === "PORT" || name === "VINTEM_GATEWAY_URL"
          ? Effect.fail(new ConfigProvider.SourceError({ message: "disk" }))
          : Effect.succeed(ConfigProvider.makeValue("")),
      )
      const invalid = yield* Effect.flip(settingsFrom(broken))
      expect(describeFaults(invalid).split("\n")).toEqual([
        "PORT cannot be read from its source",
        "VINTEM_GATEWAY_URL cannot be read from its source",
      ])
    }),
  )
})

const longSecret = "a secret of at least 32 letters, digits and punctuation, without spaces"
const longSecrets = `${longSecret} and commas, or two separated by a comma`
const encrypted =
  "an `https://` URL, or an `http://` URL to this machine (`localhost`, `127.0.0.1`), without user, query and fragment"

describe("variables", () => {
  it.each(environments)("accepts its own defaults in %s", (environment) => {
    for (const variable of Object.values(variables)) {
      if (variable._tag === "optional") continue
      expect(Option.isSome<unknown>(variable.kind.parse(variable.defaults[environment])), variable.name).toBe(true)
    }
  })
})

describe("publicUrlOf", () => {
  it.each([
    [Option.some("https://pay.example"), "127.0.0.1", "https://pay.example"],
    [Option.none(), "127.0.0.1", "http://127.0.0.1:3001"],
    [Option.none(), "localhost", "http://localhost:3001"],
    [Option.none(), "::1", "http://[::1]:3001"],
  ])("for %s on %s is %s", (publicUrl, host, expected) => {
    expect(publicUrlOf({ publicUrl, host }, 3001)).toBe(expected)
  })
})
