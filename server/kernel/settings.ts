import { resolve } from 'node:path'

/** How this server runs, read once from the environment. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly filesDir: string
  readonly logLevel: string
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const logLevels = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
const triedFirst = new Set(['postgres', 'postgresql', 'password', 'passwd', '123456', '12345678', 'admin', 'root', 'secret', 'changeme', 'test', 'demo'])

/** What is weak about the address of a production database; null when nothing is. */
function weakness(databaseUrl: string): string | null {
  const { username, password, hostname, searchParams } = new URL(databaseUrl)
  const given = decodeURIComponent(password || searchParams.get('password') || '').toLowerCase()
  if (triedFirst.has(given) || (given !== '' && given === decodeURIComponent(username).toLowerCase())) {
    return 'DATABASE_URL carries a well-known password; choose another for production'
  }
  // A socket of this machine, or a certificate, needs no password; a host in the network without one trusts everybody.
  const isAway = hostname !== '' && !loopback.has(hostname)
  if (isAway && given === '' && !searchParams.has('sslcert')) return 'DATABASE_URL names a host in the network without a password; give the role one'
  return null
}

/** Reads the settings; throws an Error that names the setting when one is wrong or too weak for production. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = env.DATABASE_URL || null
  const wanted = env.MODE || (databaseUrl === null && loopback.has(host) ? 'demo' : 'production')
  if (wanted !== 'demo' && wanted !== 'production') throw new Error(`MODE must be demo or production, not ${wanted}`)
  if (wanted === 'demo' && !loopback.has(host)) throw new Error('MODE=demo has known passwords and answers on a loopback HOST only')
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a port number, not ${env.PORT}`)
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('DATABASE_URL must begin with postgres://')
  if (databaseUrl !== null && !URL.canParse(databaseUrl)) throw new Error('DATABASE_URL is not an address: postgres://user:password@host:port/database')
  const weak = wanted === 'production' && databaseUrl !== null ? weakness(databaseUrl) : null
  if (weak !== null) throw new Error(weak)
  const logLevel = env.LOG_LEVEL || 'info'
  if (!logLevels.has(logLevel)) throw new Error(`LOG_LEVEL must be one of ${[...logLevels].join(', ')}, not ${logLevel}`)
  const dataDir = resolve(env.DATA_DIR || 'data')
  const filesDir = env.FILES ? resolve(env.FILES) : resolve(dataDir, 'files')
  return { mode: wanted, host, port, dataDir, databaseUrl, filesDir, logLevel }
}
