import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { defaultConnections } from '#/server/lib/database/database.ts'

test('a server without settings, or with empty ones, is a local demo', () => {
  const settings = readSettings({ PORT: '', MODE: '', TRUST_PROXY: '', VERIFICATION_FILES: '' })
  assert.deepEqual(settings, readSettings({}))
  const { secretKeys, ...rest } = settings
  assert.equal(secretKeys.length, 1)
  assert.deepEqual(rest, {
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseAppUrl: null,
    databaseReplicaUrl: null,
    databaseListenUrl: null,
    databaseConnections: defaultConnections,
    filesDir: join(resolve('data'), 'files'),
    bucket: null,
    logLevel: 'info',
    logCollector: null,
    trustedProxies: [],
    ownNetworks: [],
    stopDelayMs: 0,
    checkMinutes: 60,
    vaultKeys: null,
    smtp: null,
    withoutTls: { database: null, smtp: null },
    signing: null,
    siteUrl: 'http://127.0.0.1:3000',
    support: '',
    record: '',
    notice: '',
    verificationFiles: {},
    factorFrom: null,
    firstPaymentPassword: 'phone',
    passwordRule: 'specification',
    hasWatermark: false,
    wire: 'body',
    showcase: true,
    scanner: null,
  })
})

test('several servers need a PostgreSQL server and shared files', () => {
  const server = { SERVERS: '2', MODE: 'demo', DATABASE_URL: 'postgres://app@127.0.0.1/app' }
  assert.throws(() => readSettings({ SERVERS: '2' }), /SERVERS the embedded database takes one server/)
  assert.throws(() => readSettings(server), /SERVERS share their files: set FILES_S3_ENDPOINT/)
  readSettings({ ...server, FILES: '/mnt/files' })
})

test('the error names all invalid settings together', () => {
  const invalidSettings = {
    LOG_LEVEL: 'loud',
    PORT: '65536',
    CHECK_MINUTES: '4.5',
    DATABASE_URL: 'postgres://app:app@db/app',
    SECRET_KEY: 'short',
    SIGN_KEY_FILE: 'key.pem',
    SMTP_URL: 'smtps://mail',
    TRUST_PROXY: '10.0.0.1, true',
    OUTBOUND_INTERNAL: '::/0',
    VERIFICATION_FILES: '{"abcdef.txt":1}',
  }
  assert.throws(() => readSettings(invalidSettings), {
    message: [
      'PORT must be a port number',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'TRUST_PROXY must be addresses or networks of your reverse proxies with commas between (127.0.0.1, 10.0.0.0/8)',
      'OUTBOUND_INTERNAL must be addresses or networks of your own, not every address',
      'CHECK_MINUTES must be a whole number from 5 to 1440',
      'SECRET_KEY must be 32 random bytes in base64 (openssl rand -base64 32), or several, the newest first, with commas',
      'VERIFICATION_FILES: abcdef.txt must be a text of at most 4096 characters',
      'DATABASE_URL carries a well-known password; choose another for production',
      'MAIL_FROM must be the address that mails come from when SMTP_URL is set',
      'SIGN_CERT_FILE and SIGN_KEY_FILE are set together or not at all',
    ].join('\n'),
  })
})

test('production requires TLS or a reason for a remote database and mail server', () => {
  const keys = { MODE: 'production', MAIL_FROM: 'a@example.com', SECRET_KEY: randomBytes(32).toString('base64') }
  const settingsError = (env: Readonly<Record<string, string>>) => {
    try {
      readSettings({ ...keys, ...env })
    } catch (error) {
      return String(error)
    }
    return ''
  }
  const database = 'postgres://app:Xk3-long-enough@db.internal/app'
  for (const urlOptions of ['', '?sslmode=require', '?sslmode=no-verify', '?sslmode=prefer', '?ssl=true'])
    assert.match(settingsError({ DATABASE_URL: `${database}${urlOptions}` }), /DATABASE_URL names a host in the network without TLS/, urlOptions)
  for (const mail of ['smtp://mail.internal', 'smtp://mail.internal?requireTLS=false', 'smtps://mail.internal?tls.rejectUnauthorized=false'])
    assert.match(settingsError({ SMTP_URL: mail }), /SMTP_URL sends mail without TLS/, mail)
  const networkReason = 'both are in one encrypted network'
  for (const env of [
    { DATABASE_URL: `${database}?sslmode=verify-full` },
    { DATABASE_URL: 'postgres://app:Xk3-long-enough@127.0.0.1/app' },
    { DATABASE_URL: database, DATABASE_WITHOUT_TLS: networkReason },
    { SMTP_URL: 'smtps://mail.internal' },
    { SMTP_URL: 'smtp://mail.internal?requireTLS=true' },
    { SMTP_URL: 'smtp://localhost:1025' },
    { SMTP_URL: 'smtp://mail.internal', SMTP_WITHOUT_TLS: networkReason },
    { MODE: 'demo', DATABASE_URL: database, SMTP_URL: 'smtp://mail.internal' },
  ])
    assert.equal(settingsError(env), '', JSON.stringify(env))
  assert.match(settingsError({ DATABASE_URL: database, DATABASE_WITHOUT_TLS: 'no' }), /DATABASE_WITHOUT_TLS must say why/)
})

test('the showcase is on by default only in the demo, and settings refuse unknown values', () => {
  const keys = { SECRET_KEY: randomBytes(32).toString('base64') }
  assert.equal(readSettings({}).showcase, true)
  assert.equal(readSettings({ SHOWCASE: 'off' }).showcase, false)
  assert.equal(readSettings({ ...keys, MODE: 'production' }).showcase, false)
  assert.equal(readSettings({ ...keys, MODE: 'production', SHOWCASE: 'on' }).showcase, true)
  assert.throws(() => readSettings({ SHOWCASE: 'true' }), /SHOWCASE must be on or off/)
  assert.equal(readSettings({ WIRE: 'specification' }).wire, 'specification')
  assert.throws(() => readSettings({ WIRE: 'query' }), /WIRE must be body or specification/)
  assert.equal(readSettings({ PASSWORDS: 'long' }).passwordRule, 'long')
  assert.throws(() => readSettings({ PASSWORDS: '64' }), /PASSWORDS must be specification or long/)
})
