import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { cut } from '#/domain/text.ts'
import type { BucketSettings } from '#/server/kernel/files-s3.ts'
import { keysOf, readKeys } from '#/server/lib/vault/secrets.ts'
import type { VaultKeys } from '#/server/lib/vault/vault.ts'

/** How this server runs, read once from the environment. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The same database as the role that requests connect as; null: as the owner (never in production). */
  readonly databaseAppUrl: string | null
  readonly filesDir: string
  /** Where files are kept instead of in the folder; null: in the folder. */
  readonly bucket: BucketSettings | null
  readonly logLevel: string
  /** Whose word is taken for where a request comes from: addresses and networks of reverse proxies; empty: nobody's. */
  readonly trustedProxies: readonly string[]
  /** The mail server; null when none is set up. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  /** The address people know this site by, without a slash at the end: links in mails begin with it. */
  readonly siteUrl: string | null
  /** Whom people may ask for help, in the words of the house; empty when nobody was named. */
  readonly support: string
  /** Texts that prove to others that the domain is ours, by file name. */
  readonly verificationFiles: Readonly<Record<string, string>>
  /** Minutes between two checks of what is recent in the books; everything is checked once a night. */
  readonly checkMinutes: number
  /** What secrets at rest are sealed with: the first; the others open what was sealed before. */
  readonly secretKeys: readonly Buffer[]
  /** What identity and card numbers are sealed and found with; null when no setting names keys (demo mode keeps its own). */
  readonly vaultKeys: VaultKeys | null
  /** Certificate (with those that issued it) and key that contracts are sealed with, as files in PEM; null: none was bought. */
  readonly signing: { readonly certificateFile: string; readonly keyFile: string } | null
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const logLevels = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
const triedFirst = new Set(['postgres', 'postgresql', 'password', 'passwd', '123456', '12345678', 'admin', 'root', 'secret', 'changeme', 'test', 'demo'])

/** What is weak about the address of a production database; null when nothing is. */
function weakness(databaseUrl: string, setting: string): string | null {
  const { username, password, hostname, searchParams } = new URL(databaseUrl)
  const given = decodeURIComponent(password || searchParams.get('password') || '').toLowerCase()
  if (triedFirst.has(given) || (given !== '' && given === decodeURIComponent(username).toLowerCase())) {
    return `${setting} carries a well-known password; choose another for production`
  }
  // A socket of this machine, or a certificate, needs no password; a host in the network without one trusts everybody.
  const isAway = hostname !== '' && !loopback.has(hostname)
  if (isAway && given === '' && !searchParams.has('sslcert')) return `${setting} names a host in the network without a password; give the role one`
  return null
}

/** The name of a verification file; the address is `/` and the name. */
export const verificationName = /^[A-Za-z0-9_-]{6,64}\.txt$/

function readVerificationFiles(text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {}
  let files: unknown
  try {
    files = JSON.parse(text)
  } catch {
    files = null
  }
  if (typeof files !== 'object' || files === null || Array.isArray(files)) throw new Error('VERIFICATION_FILES must be a JSON object of file name to text')
  for (const [name, content] of Object.entries(files)) {
    if (!verificationName.test(name)) throw new Error(`VERIFICATION_FILES: ${name} is not a name of 6 to 64 letters, digits, _ or - with .txt`)
    if (typeof content !== 'string' || content.length > 4096) throw new Error(`VERIFICATION_FILES: ${name} must be a text of at most 4096 characters`)
  }
  return files as Record<string, string>
}

function readMail(env: Readonly<Record<string, string | undefined>>): Settings['smtp'] {
  if (!env.SMTP_URL) return null
  if (!/^smtps?:\/\//.test(env.SMTP_URL)) throw new Error('SMTP_URL must begin with smtp:// or smtps://')
  if (!env.MAIL_FROM || !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(env.MAIL_FROM))
    throw new Error('MAIL_FROM must be the address that mails come from when SMTP_URL is set')
  return { url: env.SMTP_URL, from: env.MAIL_FROM }
}

function readSigning(env: Readonly<Record<string, string | undefined>>): Settings['signing'] {
  if (!env.SIGN_CERT_FILE && !env.SIGN_KEY_FILE) return null
  if (!env.SIGN_CERT_FILE || !env.SIGN_KEY_FILE) throw new Error('SIGN_CERT_FILE and SIGN_KEY_FILE are set together or not at all')
  return { certificateFile: resolve(env.SIGN_CERT_FILE), keyFile: resolve(env.SIGN_KEY_FILE) }
}

function readSiteUrl(text: string | undefined, isDemo: boolean, place: string): string | null {
  if (!text) return isDemo ? place : null
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) throw new Error('SITE_URL must be an address that begins with https:// or http://')
  return text.replace(/\/+$/, '')
}

const localNames = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

function readBucket(env: Readonly<Record<string, string | undefined>>): BucketSettings | null {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_KEY: accessKeyId, FILES_S3_SECRET: secretAccessKey } = env
  if (!endpoint && !accessKeyId && !secretAccessKey) return null
  if (!endpoint || !accessKeyId || !secretAccessKey) throw new Error('FILES_S3_ENDPOINT, FILES_S3_KEY and FILES_S3_SECRET go together: name all three')
  if (!URL.canParse(endpoint)) throw new Error('FILES_S3_ENDPOINT is not an address: https://host/bucket')
  const { protocol, hostname, pathname } = new URL(endpoint)
  if (protocol !== 'https:' && !(protocol === 'http:' && localNames.has(hostname))) throw new Error('FILES_S3_ENDPOINT must begin with https://')
  if (!/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(pathname)) throw new Error('FILES_S3_ENDPOINT must name the bucket: https://host/bucket')
  return { endpoint: endpoint.replace(/\/+$/, ''), region: env.FILES_S3_REGION || 'auto', accessKeyId, secretAccessKey }
}

/** Addresses and networks alone: a number of proxies says nothing of who connects, and anybody who reaches the server past the proxy could forge an address. */
function readProxies(text: string | undefined): readonly string[] {
  const named = (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  for (const proxy of named) {
    const [address = '', size, ...more] = proxy.split('/')
    const bits = isIP(address) === 4 ? 32 : 128
    const isNetwork = size === undefined || (/^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= bits)
    if (isIP(address) === 0 || !isNetwork || more.length > 0)
      throw new Error(`TRUST_PROXY must be addresses or networks of your reverse proxies with commas between (127.0.0.1, 10.0.0.0/8), not ${proxy}`)
  }
  return named
}

function readVaultKeys(env: Readonly<Record<string, string | undefined>>): VaultKeys | null {
  const sealing = keysOf(env.VAULT_KEYS, 'VAULT_KEYS')
  const [index, ...more] = keysOf(env.VAULT_INDEX_KEY, 'VAULT_INDEX_KEY')
  if (more.length > 0) throw new Error('VAULT_INDEX_KEY must be one key')
  if (sealing.length === 0 && !index) return null
  if (sealing.length === 0 || !index) throw new Error('VAULT_KEYS and VAULT_INDEX_KEY go together: name both')
  if (sealing.some((key) => key.equals(index))) throw new Error('VAULT_INDEX_KEY must be another key than those of VAULT_KEYS')
  return { sealing, index }
}

function readMinutes(text: string | undefined): number {
  const minutes = Number(text || 60)
  if (!Number.isInteger(minutes) || minutes < 5 || minutes > 1440) throw new Error(`CHECK_MINUTES must be a whole number from 5 to 1440, not ${text}`)
  return minutes
}

function readDatabaseUrl(url: string | undefined, setting: string, isProduction: boolean): string | null {
  if (!url) return null
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error(`${setting} must begin with postgres://`)
  if (!URL.canParse(url)) throw new Error(`${setting} is not an address: postgres://user:password@host:port/database`)
  const weak = isProduction ? weakness(url, setting) : null
  if (weak !== null) throw new Error(weak)
  return url
}

/** Reads the settings; throws an Error that names the setting when one is wrong or too weak for production. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const host = env.HOST || '127.0.0.1'
  const wanted = env.MODE || (!env.DATABASE_URL && loopback.has(host) ? 'demo' : 'production')
  if (wanted !== 'demo' && wanted !== 'production') throw new Error(`MODE must be demo or production, not ${wanted}`)
  if (wanted === 'demo' && !loopback.has(host)) throw new Error('MODE=demo has known passwords and answers on a loopback HOST only')
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a port number, not ${env.PORT}`)
  const databaseUrl = readDatabaseUrl(env.DATABASE_URL, 'DATABASE_URL', wanted === 'production')
  const databaseAppUrl = readDatabaseUrl(env.DATABASE_APP_URL, 'DATABASE_APP_URL', wanted === 'production')
  if (databaseAppUrl !== null && databaseUrl === null) throw new Error('DATABASE_APP_URL goes with DATABASE_URL: name both')
  const logLevel = env.LOG_LEVEL || 'info'
  if (!logLevels.has(logLevel)) throw new Error(`LOG_LEVEL must be one of ${[...logLevels].join(', ')}, not ${logLevel}`)
  const dataDir = resolve(env.DATA_DIR || 'data')
  const filesDir = env.FILES ? resolve(env.FILES) : resolve(dataDir, 'files')
  return {
    mode: wanted,
    host,
    port,
    dataDir,
    databaseUrl,
    databaseAppUrl,
    filesDir,
    bucket: readBucket(env),
    logLevel,
    trustedProxies: readProxies(env.TRUST_PROXY),
    checkMinutes: readMinutes(env.CHECK_MINUTES),
    secretKeys: readKeys(env.SECRET_KEY, wanted === 'demo'),
    vaultKeys: readVaultKeys(env),
    smtp: readMail(env),
    signing: readSigning(env),
    siteUrl: readSiteUrl(env.SITE_URL, wanted === 'demo', `http://${host}:${port}`),
    support: cut(env.SUPPORT_CONTACT || '', 200),
    verificationFiles: readVerificationFiles(env.VERIFICATION_FILES),
  }
}
