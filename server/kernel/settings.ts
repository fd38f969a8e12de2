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
  if (wanted === 'production' && databaseUrl !== null && /:\/\/[^:/@]+:(postgres|password|123456|admin|root)@/.test(databaseUrl)) {
    throw new Error('DATABASE_URL carries a well-known password; choose another for production')
  }
  const dataDir = resolve(env.DATA_DIR || 'data')
  const filesDir = env.FILES ? resolve(env.FILES) : resolve(dataDir, 'files')
  return { mode: wanted, host, port, dataDir, databaseUrl, filesDir, logLevel: env.LOG_LEVEL || 'info' }
}
