import { resolve } from 'node:path'
import { z } from 'zod'
import { trimmedEnd, truncateUnits } from '#/domain/base/text.ts'
import { withSecretFiles } from '#/server/kernel/files/secret-files.ts'
import type { ScannerAddress } from '#/server/lib/clamd.ts'
import { defaultConnections } from '#/server/lib/database/database.ts'
import { keysProblem, parseKeys, readKeys } from '#/server/lib/vault/secrets.ts'

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost'])
const defaultPasswords = new Set(['postgres', 'postgresql', 'password', 'passwd', '123456', '12345678', 'admin', 'root', 'secret', 'changeme', 'test', 'demo'])

/**
 * Returns the weakness of a production database address, or null if it has none. `reason` explains why the connection
 * has no TLS.
 */
function databaseWeakness(databaseUrl: string, reason: string | undefined): string | null {
  const { username, password, hostname, searchParams } = new URL(databaseUrl)
  const databasePassword = decodeURIComponent(password || searchParams.get('password') || '').toLowerCase()
  if (defaultPasswords.has(databasePassword) || (databasePassword !== '' && databasePassword === decodeURIComponent(username).toLowerCase())) {
    return 'carries a well-known password; choose another for production'
  }
  // A local socket or a client certificate needs no password. A remote host without a password trusts everyone.
  const isRemote = hostname !== '' && !loopbackHosts.has(hostname)
  if (isRemote && databasePassword === '' && !searchParams.has('sslcert')) return 'names a host in the network without a password; give the role one'
  // The driver currently treats weaker modes as verified too, but that will change.
  const isVerified = /^verify-(full|ca)$/.test(searchParams.get('sslmode') ?? '')
  if (isRemote && !isVerified && reason === undefined)
    return 'names a host in the network without TLS; add ?sslmode=verify-full, or say in DATABASE_WITHOUT_TLS why not'
  return null
}

/** Returns whether mail leaves this machine unencrypted, or to an unverified server. */
function isMailUnprotected(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  return !loopbackHosts.has(hostname.replace(/^\[|\]$/g, '')) && (!isEncrypted || searchParams.get('tls.rejectUnauthorized') === 'false')
}

/** The name of a verification file, served at `/<name>`. */
export const verificationNamePattern = /^[A-Za-z0-9_-]{6,64}\.txt$/

const path = z.string().transform((text) => resolve(text))

const wholeNumber = (least: number, limit: number, message: string) =>
  z.coerce.number(message).refine((n) => Number.isInteger(n) && n >= least && n <= limit, message)

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
  .refine((text) => URL.canParse(text), 'is not an address: postgres://user:password@host:port/database')

const keys = z.string().superRefine((text, { addIssue }) => {
  const problem = keysProblem(text)
  if (problem !== null) addIssue(problem)
})

const bucketAddress = z.string().superRefine((text, { addIssue }) => {
  if (!URL.canParse(text)) return addIssue('is not an address: https://host/bucket')
  const { protocol, hostname, pathname } = new URL(text)
  const isLocal = loopbackHosts.has(hostname) || hostname === '[::1]'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) addIssue('must begin with https://')
  if (!/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(pathname)) addIssue('must name the bucket: https://host/bucket')
})

const networkList = (whose: string, example: string) =>
  z
    .string()
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(
      z.array(
        z
          .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: `must be addresses or networks of ${whose} with commas between (${example})` })
          .refine((network) => !network.endsWith('/0'), `must be addresses or networks of ${whose}, not every address`),
      ),
    )

// Only addresses and networks are accepted. A count of proxies would not identify the sender, so a client that bypasses
// the proxy could forge its address.
const proxies = networkList('your reverse proxies', '127.0.0.1, 10.0.0.0/8')
const internalNetworks = networkList('your own', '10.1.2.3, 10.8.0.0/16')

const fileTextMessage = 'must be a text of at most 4096 characters'
const verificationFiles = z
  .string()
  .transform((text) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return null
    }
  })
  .pipe(
    z.record(z.string().regex(verificationNamePattern), z.string(fileTextMessage).max(4096, fileTextMessage), {
      error: ({ code }) =>
        code === 'invalid_key' ? 'is not a name of 6 to 64 letters, digits, _ or - with .txt' : 'must be a JSON object of file name to text',
    }),
  )

const reasonSchema = z.string().trim().min(10, 'must say why, in at least 10 characters')

/** Parses `unix:/path` or `host:port`. Returns null for anything else. */
function scannerAddress(text: string): ScannerAddress | null {
  if (text.startsWith('unix:/')) return { path: text.slice('unix:'.length) }
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(port) === 0 || Number(port) > 65_535) return null
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Parses `host:port`. Returns null for anything else. */
function collectorAddress(text: string): { host: string; port: number } | null {
  const address = text.startsWith('unix:') ? null : scannerAddress(text)
  return address && 'host' in address ? address : null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

// The checks of single variables must leave the texts unchanged, because `crossCheck` reads them.
const variablesSchema = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 'must be a port number').default(3000),
  DATA_DIR: path.prefault('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_APP_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 200, 'must be a whole number from 2 to 200').default(defaultConnections.requests),
  DATABASE_JOB_CONNECTIONS: wholeNumber(2, 50, 'must be a whole number from 2 to 50').default(defaultConnections.jobs),
  FILES: path.optional(),
  FILES_S3_ENDPOINT: bucketAddress.optional(),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  FILES_S3_REGION: z.string().default('auto'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  TRUST_PROXY: proxies.default([]),
  OUTBOUND_INTERNAL: internalNetworks.default([]),
  LOG_COLLECTOR: z
    .string()
    .refine((text) => collectorAddress(text) !== null, 'must be host:port')
    .optional(),
  LOG_COLLECTOR_CA: path.optional(),
  SERVERS: wholeNumber(1, 100, 'must be a whole number from 1 to 100').default(1),
  STOP_DELAY_SECONDS: wholeNumber(0, 120, 'must be a whole number from 0 to 120').default(0),
  CHECK_MINUTES: wholeNumber(5, 1440, 'must be a whole number from 5 to 1440').default(60),
  SECRET_KEY: keys.optional(),
  VAULT_KEYS: keys.optional(),
  VAULT_INDEX_KEY: keys.refine((text) => parseKeys(text).length === 1, 'must be one key').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .refine((text) => URL.canParse(text), 'is not an address: smtps://user:password@host')
    .optional(),
  DATABASE_WITHOUT_TLS: reasonSchema.optional(),
  SMTP_WITHOUT_TLS: reasonSchema.optional(),
  MAIL_FROM: z.string().optional(),
  SITE_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:\/\//.test(text), 'must be an address that begins with https:// or http://')
    .optional(),
  SUPPORT_CONTACT: z.string().default(''),
  SITE_RECORD: z.string().default(''),
  SITE_NOTICE: z.string().default(''),
  SIGN_CERT_FILE: path.optional(),
  SIGN_KEY_FILE: path.optional(),
  CLAMD: z
    .string()
    .refine((text) => scannerAddress(text) !== null, 'must be unix:/path/of/clamd.sock or host:port')
    .optional(),
  CLAMD_DOWN: z.enum(['refuse', 'accept'], 'must be refuse or accept').default('refuse'),
  VERIFICATION_FILES: verificationFiles.default({}),
  SHOWCASE: z.enum(['on', 'off'], 'must be on or off').optional(),
  SECOND_FACTOR_FROM: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day: YYYY-MM-DD')
    .refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00+08:00`)), 'is not a day of the calendar')
    .optional(),
  FIRST_PAYMENT_PASSWORD: z.enum(['factor', 'phone'], 'must be factor or phone').default('phone'),
  WIRE: z.enum(['body', 'specification'], 'must be body or specification').default('body'),
  WATERMARK: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PASSWORDS: z.enum(['specification', 'long'], 'must be specification or long').default('specification'),
})
type Variables = z.output<typeof variablesSchema>

const alternativeUrls = ['DATABASE_APP_URL', 'DATABASE_REPLICA_URL', 'DATABASE_LISTEN_URL'] as const
const modeOf = ({ MODE, DATABASE_URL, HOST }: Variables) => MODE ?? (!DATABASE_URL && loopbackHosts.has(HOST) ? 'demo' : 'production')
const countDefined = (...values: readonly unknown[]) => values.filter((value) => value !== undefined).length

/** Cross-checks the settings and reports all errors together. */
function crossCheck(env: Variables, addIssue: (issue: string | { code: 'custom'; path: string[]; message: string }) => void): void {
  const addError = (name: keyof Variables, message: string) => addIssue({ code: 'custom', path: [name], message })
  if (modeOf(env) === 'demo' && !loopbackHosts.has(env.HOST)) addIssue('MODE=demo has known passwords and answers on a loopback HOST only')
  for (const name of ['DATABASE_URL', ...alternativeUrls] as const) {
    const urlWeakness = modeOf(env) === 'production' && URL.canParse(env[name] ?? '') ? databaseWeakness(env[name] ?? '', env.DATABASE_WITHOUT_TLS) : null
    if (urlWeakness !== null) addError(name, urlWeakness)
  }
  for (const name of alternativeUrls) if (env[name] && !env.DATABASE_URL) addError(name, 'goes with DATABASE_URL: name both')
  if (env.SERVERS > 1 && !env.DATABASE_URL) addError('SERVERS', 'the embedded database takes one server: set DATABASE_URL')
  if (env.SERVERS > 1 && !env.FILES_S3_ENDPOINT && !env.FILES)
    addError('SERVERS', 'share their files: set FILES_S3_ENDPOINT, FILES_S3_KEY and FILES_S3_SECRET, or FILES to a folder that all of them mount')
  if (countDefined(env.FILES_S3_ENDPOINT, env.FILES_S3_KEY, env.FILES_S3_SECRET) % 3 !== 0)
    addIssue('FILES_S3_ENDPOINT, FILES_S3_KEY and FILES_S3_SECRET go together: name all three')
  if (countDefined(env.VAULT_KEYS, env.VAULT_INDEX_KEY) === 1) addIssue('VAULT_KEYS and VAULT_INDEX_KEY go together: name both')
  const [index] = parseKeys(env.VAULT_INDEX_KEY)
  if (index && parseKeys(env.VAULT_KEYS).some((key) => key.equals(index))) addError('VAULT_INDEX_KEY', 'must be another key than those of VAULT_KEYS')
  if (env.SMTP_URL && !/^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/.test(env.MAIL_FROM ?? ''))
    addError('MAIL_FROM', 'must be the address that mails come from when SMTP_URL is set')
  if (modeOf(env) === 'production' && URL.canParse(env.SMTP_URL ?? '') && isMailUnprotected(env.SMTP_URL ?? '') && env.SMTP_WITHOUT_TLS === undefined)
    addError('SMTP_URL', 'sends mail without TLS; begin with smtps:// or add ?requireTLS=true, or say in SMTP_WITHOUT_TLS why not')
  if (countDefined(env.SIGN_CERT_FILE, env.SIGN_KEY_FILE) === 1) addIssue('SIGN_CERT_FILE and SIGN_KEY_FILE are set together or not at all')
}

const withoutSlash = (url: string) => trimmedEnd(url, /\//)

function bucketOf({ FILES_S3_ENDPOINT: endpoint, FILES_S3_KEY: accessKeyId, FILES_S3_SECRET: secretAccessKey, FILES_S3_REGION: region }: Variables) {
  return endpoint && accessKeyId && secretAccessKey ? { endpoint: withoutSlash(endpoint), region, accessKeyId, secretAccessKey } : null
}

const settingsSchema = variablesSchema
  .superRefine((env, { addIssue }) => crossCheck(env, addIssue), { when: () => true })
  .transform((env) => {
    const mode = modeOf(env)
    const [index] = parseKeys(env.VAULT_INDEX_KEY)
    const collector = env.LOG_COLLECTOR ? collectorAddress(env.LOG_COLLECTOR) : null
    return {
      mode,
      host: env.HOST,
      port: env.PORT,
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL ?? null,
      /** Database address for the role of requests. Null: requests connect as the owner (never in production). */
      databaseAppUrl: env.DATABASE_APP_URL ?? null,
      /** Address of a read replica for the role of requests; null without a replica. */
      databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
      /** A direct address for LISTEN as the request role, needed behind a pool; null: LISTEN uses the request address. */
      databaseListenUrl: env.DATABASE_LISTEN_URL ?? null,
      /** Maximum number of database connections of this server, for requests and for jobs. */
      databaseConnections: { requests: env.DATABASE_CONNECTIONS, jobs: env.DATABASE_JOB_CONNECTIONS },
      filesDir: env.FILES ?? resolve(env.DATA_DIR, 'files'),
      /** The bucket for files; null when files are stored in a folder. */
      bucket: bucketOf(env),
      logLevel: env.LOG_LEVEL,
      /** Receiver of a copy of the log over TLS, with the file of its certificate authorities; null if none. */
      logCollector: collector ? { ...collector, authorityFile: env.LOG_COLLECTOR_CA ?? null } : null,
      /** Trusted reverse proxies (addresses and networks) whose X-Forwarded-For is used; empty if there is none. */
      trustedProxies: env.TRUST_PROXY,
      /** Internal networks that adapters may call; empty for public addresses only. */
      ownNetworks: env.OUTBOUND_INTERNAL,
      /** Time for which a stopping server answers requests after reporting that it is not ready. */
      stopDelayMs: env.STOP_DELAY_SECONDS * 1000,
      /** Interval in minutes between integrity checks of recent data. A nightly check covers everything. */
      checkMinutes: env.CHECK_MINUTES,
      /** Keys for stored secrets. The first one seals, the others open older values. */
      secretKeys: readKeys(env.SECRET_KEY, mode === 'demo'),
      /** Keys for identity and card numbers; null when none are configured (a demo generates its own). */
      vaultKeys: index ? { sealing: parseKeys(env.VAULT_KEYS), index } : null,
      /** The mail server; null if there is none. */
      smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
      /** Reasons for reaching a remote database or mail server without TLS; each is null if not given. */
      withoutTls: { database: env.DATABASE_WITHOUT_TLS ?? null, smtp: env.SMTP_WITHOUT_TLS ?? null },
      /** PEM files of the sealing certificate chain and its key; null if there is none. */
      signing: env.SIGN_CERT_FILE && env.SIGN_KEY_FILE ? { certificateFile: env.SIGN_CERT_FILE, keyFile: env.SIGN_KEY_FILE } : null,
      /** Public address of this site without a trailing slash. Links in mails begin with it. */
      siteUrl: env.SITE_URL ? withoutSlash(env.SITE_URL) : mode === 'demo' ? `http://${env.HOST}:${env.PORT}` : null,
      /** The support contact shown to users; empty when none is set. */
      support: truncateUnits(env.SUPPORT_CONTACT, 200),
      /** The record number of the site (备案号); empty when none is set. */
      record: truncateUnits(env.SITE_RECORD.trim(), 60),
      /** The notice shown above every page to signed-in users; empty if there is none. */
      notice: truncateUnits(env.SITE_NOTICE.trim(), 200),
      /** The virus scanner, and whether uploads are refused while it is down; null without a scanner. */
      scanner: env.CLAMD ? { address: scannerAddress(env.CLAMD) as ScannerAddress, isRequired: env.CLAMD_DOWN === 'refuse' } : null,
      /** Texts that prove ownership of the domain, by file name. */
      verificationFiles: env.VERIFICATION_FILES,
      /** First day on which users of the platform, centres and payers need a second factor; null if not required. */
      factorFrom: env.SECOND_FACTOR_FROM ? new Date(`${env.SECOND_FACTOR_FROM}T00:00:00+08:00`) : null,
      /** Proof for the first payment password: a second factor alone, or also a code by text message. */
      firstPaymentPassword: env.FIRST_PAYMENT_PASSWORD,
      /** Place of the credentials in sign-in and password checks: the body, or the query as specified. */
      wire: env.WIRE,
      /** The rule for new passwords: the specification's rule, or 12 to 64 characters of any kind. */
      passwordRule: env.PASSWORDS,
      /** Whether every page shows the viewer's name as a watermark. */
      hasWatermark: env.WATERMARK === 'on',
      /** Whether the demo pages of the customer's template are shown and their mock calls answered. */
      showcase: (env.SHOWCASE ?? (mode === 'demo' ? 'on' : 'off')) === 'on',
    }
  })

/** The server's settings, read once from the environment. */
export type Settings = Readonly<z.output<typeof settingsSchema>>

/** Reads the settings. Throws an Error that names every invalid or too weak setting. Empty variables count as unset. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = settingsSchema.safeParse(Object.fromEntries(Object.entries(withSecretFiles(env)).filter(([, text]) => text)))
  if (read.success) return read.data
  throw new Error(
    read.error.issues.map(({ path, message }) => [path.filter((part) => typeof part === 'string').join(': '), message].join(' ').trim()).join('\n'),
  )
}
