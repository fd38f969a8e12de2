import { readFileSync } from 'node:fs'

/**
 * Settings that contain a secret. Instead of the variable itself, `<variable>_FILE` can name a file with the secret.
 */
const secrets = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_LISTEN_URL',
  'SECRET_KEY',
  'VAULT_KEYS',
  'VAULT_INDEX_KEY',
  'SMTP_URL',
  'FILES_S3_KEY',
  'FILES_S3_SECRET',
] as const

type Environment = Readonly<Record<string, string | undefined>>

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Returns the environment with the contents of secret files, which a vault service or the machine provides. Throws when
 * a secret is given twice, or when its file cannot be read.
 */
export function withSecretFiles(env: Environment): Environment {
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(`${name} and ${name}_FILE: name one of them`)
    read[name] = readSecret(name, path)
  }
  return { ...env, ...read }
}
