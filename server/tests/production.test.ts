import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { demoAccounts, demoPassword } from '#/demo/accounts.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { appUrlOf, createServerDatabase, dropServerDatabase } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'

// Tests production on an empty database: the admin commands and the server, each as a separate process.

const root = join(import.meta.dirname, '../..')
const password = 'Kept#Safe26'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface ProcessResult {
  readonly code: number | null
  readonly said: string
}

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv, typed = ''): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { env: { ...childEnvironment, ...env }, cwd: root })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stdin.end(typed)
    child.on('exit', (code) => resolve({ code, said: output }))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

interface HttpAnswer {
  readonly code: number
  readonly token?: string
  readonly error?: string
  readonly message: string
  readonly data?: unknown
  readonly [field: string]: unknown
}

/** Starts the server as a process and waits until it is ready. */
async function serve(
  env: NodeJS.ProcessEnv,
): Promise<{ call(path: string, form: Record<string, string>, token?: string): Promise<HttpAnswer>; stop(): Promise<void> }> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [join(root, 'server/main.ts')], {
    env: { ...childEnvironment, ...env, PORT: String(port) },
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const base = `http://127.0.0.1:${port}`
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${errors}`)
    isUp = await fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (!isUp) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    call: async (path, fields, token) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      const answer = await fetch(`${base}/api/${path}`, {
        method: 'POST',
        body,
        headers: { ...(token && { 'X-Token': token }), 'Idempotency-Key': crypto.randomUUID() },
      })
      return (await answer.json()) as HttpAnswer
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

const newKey = () => randomBytes(32).toString('base64')
const keys = { SECRET_KEY: newKey(), VAULT_KEYS: newKey(), VAULT_INDEX_KEY: newKey() }

const adminUrl = process.env.TEST_DATABASE_URL

describe('production on a new database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-production-'))
  let env: NodeJS.ProcessEnv = { MODE: 'production', DATA_DIR: folder, LOG_LEVEL: 'silent', ...keys }
  const admin = (args: readonly string[], typed = '') => run('tools/admin.ts', args, env, typed)
  const openOwnDatabase = () => openDatabase(env.DATABASE_URL ? { url: env.DATABASE_URL } : { dir: join(folder, 'db') })
  let oneTimePassword = ''

  before(async () => {
    if (adminUrl) {
      const url = await createServerDatabase(adminUrl)
      env = { ...env, DATABASE_URL: url, DATABASE_APP_URL: await appUrlOf(url) }
    }
    const createResult = await admin(['create', 'keeper'], `${password}\n`)
    assert.equal(createResult.code, 0, createResult.said)
    assert.doesNotMatch(createResult.said, /Kept#Safe/, 'the password is not repeated')
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    if (adminUrl && env.DATABASE_URL) await dropServerDatabase(adminUrl, env.DATABASE_URL)
  })

  test('a new production database has an administrator and no demo data', async () => {
    const server = await serve(env)
    try {
      const signedIn = await server.call('user/login', { username: 'keeper', password })
      assert.equal(signedIn.status, 8)
      assert.equal(signedIn.usertype, 1)
      const info = await server.call('user/info', {}, signedIn.token)
      assert.ok(JSON.stringify(info.data).includes('admin3'))
      assert.equal(info.mode, 'production')
      assert.equal(info.guide, '/goLive', 'where a first visit is led')

      for (const { username } of demoAccounts) {
        const refusedLogin = await server.call('user/login', { username, password: demoPassword })
        assert.equal(refusedLogin.token, undefined, username)
        assert.equal(refusedLogin.code, 0, username)
      }
      const demoAnswer = (await server.call('demo/accounts', {})).data as { isDemo: boolean; password: string; accounts: unknown[]; now: string }
      assert.deepEqual({ ...demoAnswer, now: '' }, { isDemo: false, password: '', accounts: [], now: '' })

      assert.notEqual((await server.call('demo/advance', { minutes: '600' }, signedIn.token)).code, 1)
      const laterAnswer = (await server.call('demo/accounts', {})).data as { now: string }
      assert.ok(Date.parse(laterAnswer.now) - Date.parse(demoAnswer.now) < 60_000)
      const batches = (await server.call('payments/list', {}, signedIn.token)) as HttpAnswer & { data: { count: number } }
      assert.equal(batches.data.count, 0)
    } finally {
      await server.stop()
    }
  })

  test('five wrong passwords lock the account until the unlock command opens it', async () => {
    const guessingServer = await serve(env)
    for (let attempt = 0; attempt < 5; attempt++) await guessingServer.call('user/login', { username: 'keeper', password: `Guess#${attempt}` })
    const lockedLogin = await guessingServer.call('user/login', { username: 'keeper', password })
    await guessingServer.stop()
    assert.equal(lockedLogin.token, undefined)

    const unlockResult = await admin(['unlock', 'keeper'])
    assert.equal(unlockResult.code, 0, unlockResult.said)
    const server = await serve(env)
    const loginAnswer = await server.call('user/login', { username: 'keeper', password })
    await server.stop()
    assert.ok(loginAnswer.token, loginAnswer.message)
  })

  test('a reset password allows only a password change', async () => {
    const resetResult = await admin(['reset', 'keeper'])
    assert.equal(resetResult.code, 0, resetResult.said)
    oneTimePassword = resetResult.said.trim().split('\n').at(-1) ?? ''
    const server = await serve(env)
    try {
      assert.equal((await server.call('user/login', { username: 'keeper', password })).token, undefined)
      const { token, isEditPassWord } = await server.call('user/login', { username: 'keeper', password: oneTimePassword })
      assert.equal(isEditPassWord, 0)
      assert.notEqual((await server.call('payments/list', {}, token)).code, 1)
      const changeAnswer = await server.call('user/editpassword', { type: '1', password: 'Chosen#Own26', oldpassword: oneTimePassword }, token)
      assert.equal(changeAnswer.code, 1, changeAnswer.message)
      assert.equal((await server.call('payments/list', {}, token)).code, 1)
    } finally {
      await server.stop()
    }
  })

  test('a second factor survives a restart until the factor command removes it', async () => {
    const server = await serve(env)
    const { token } = await server.call('user/login', { username: 'keeper', password: 'Chosen#Own26' })
    const { secret } = (await server.call('profile/startSecondFactor', { password: 'Chosen#Own26' }, token)).data as { secret: string }
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const { codes } = (await server.call('profile/confirmSecondFactor', { code: totp.generate() }, token)).data as { codes: string[] }
    await server.stop()
    const restartedServer = await serve(env)
    const ticketAnswer = await restartedServer.call('user/login', { username: 'keeper', password: 'Chosen#Own26' })
    const factorAnswer = await restartedServer.call('user/secondFactor', {
      ticket: String(ticketAnswer.ticket),
      code: totp.generate({ timestamp: Date.now() + 30_000 }),
    })
    await restartedServer.stop()
    assert.deepEqual([ticketAnswer.status, ticketAnswer.token, factorAnswer.status, codes.length], [10, undefined, 8, 10])
    const factorResult = await admin(['factor', 'keeper'])
    assert.equal(factorResult.code, 0, factorResult.said)
    const last = await serve(env)
    const lastLogin = await last.call('user/login', { username: 'keeper', password: 'Chosen#Own26' })
    await last.stop()
    assert.equal(lastLogin.status, 8)
  })

  test('the admin command refuses weak passwords, bad or taken names and unknown commands', async () => {
    const weakPasswordResult = await admin(['create', 'second'], 'Password123\n')
    assert.equal(weakPasswordResult.code, 1)
    assert.match(weakPasswordResult.said, /特殊字符/)
    assert.match((await admin(['create', 'second'], 'P@ssw0rd\n')).said, /过于常见/)
    assert.match((await admin(['create', 'second'], '')).said, /8-16/)
    assert.match((await admin(['create', 'keeper'], `${password}\n`)).said, /已存在/)
    assert.match((await admin(['create', 'no spaces'], `${password}\n`)).said, /3-30/)
    assert.match((await admin(['reset', 'nobody'])).said, /没有用户名为 nobody/)
    assert.match((await admin(['promote', 'keeper'])).said, /usage/)
  })

  test('admin commands are logged without passwords', async () => {
    const database = await openOwnDatabase()
    const users = await database.kysely.selectFrom('app_user').select(['username', 'must_change_password']).execute()
    const rows = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'ref_type', 'ip', 'detail'])
      .where('action', 'like', 'admin.%')
      .orderBy('seq')
      .execute()
    const brokenInvariants = await checkInvariants(database.kysely)
    await database.close()
    assert.deepEqual(users, [{ username: 'keeper', must_change_password: false }])
    assert.deepEqual(
      rows.map(({ action, ref_type, ip }) => `${action} ${ref_type} ${ip}`),
      ['admin.create user console', 'admin.unlock user console', 'admin.reset user console', 'admin.factor user console'],
    )
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`Kept#Safe|${oneTimePassword.replace(/[^\w]/g, '\\$&')}`))
    assert.deepEqual(brokenInvariants, [])
  })

  test('verifications by a sandbox are withdrawn at the start and recorded in the log', async () => {
    const databaseBefore = await openOwnDatabase()
    await sql`insert into centre (id, code, name, legal_name, credit_code, tax_authority, region_code, city_rate_ppm, account_name, account_no, account_bank, modes,
      single_limit_fen, month_limit_fen, created_at) values (7, 'C7', '甲', '甲', '91350203MA00000000', '乙', '350200', 70000, '甲', '12345678', '丙', '{2}', 100, 100, now())`.execute(
      databaseBefore.kysely,
    )
    await sql`insert into operator (id, code, kind, yztype, name, birth, status, is_identity_verified, identity_verified_by, verify_face, face_by, centre_id, created_at,
        id_number_sealed, id_number_index, mobile_sealed, mobile_index, region_code)
      select at, 'X' || at, 'platform', 1, '某人', '1990-01-01', 8, true, by, 1, by, 7, now(), 'x', 'i' || at, 'x', 'm' || at, '35'
      from unnest('{1,2,3}'::int[], '{sandbox,http_identity,""}'::text[]) as said(at, by)`.execute(databaseBefore.kysely)
    await sql`insert into operator_card (operator_id, bank_name, is_verified, verified_at, verified_by, card_no_sealed, card_no_index, card_tail)
      select id, '银行', true, now(), identity_verified_by, 'x', 'c' || id, '0001' from operator`.execute(databaseBefore.kysely)
    await databaseBefore.close()
    const server = await serve(env)
    await server.stop()
    const database = await openOwnDatabase()
    const { rows } = await sql<{ said: string }>`select concat_ws(' ', operator.id, is_identity_verified, verify_face, is_verified, verified_at is null) as said
      from operator join operator_card on operator_card.operator_id = operator.id order by operator.id`.execute(database.kysely)
    const trail = await sql<{ detail: unknown }>`select detail from audit_log where action = 'app.disbelieve'`.execute(database.kysely)
    await sql`delete from operator_card`.execute(database.kysely)
    await sql`delete from operator`.execute(database.kysely)
    await database.close()
    assert.deepEqual(
      rows.map((row) => row.said),
      ['1 f 0 f t', '2 t 1 t f', '3 f 0 f t'],
    )
    assert.deepEqual(
      trail.rows.map((row) => row.detail),
      [{ identities: 2, cards: 2, faces: 2, reviews: 0, channels: 0 }],
    )
  })

  test('the server does not start if it cannot create files in its folder, and names the folder', async () => {
    const files = join(folder, 'not-a-folder')
    writeFileSync(files, '')
    const startResultWithoutFiles = await run('server/main.ts', [], { ...env, FILES: files, PORT: '0' })
    rmSync(files)
    assert.equal(startResultWithoutFiles.code, 1)
    assert.match(startResultWithoutFiles.said, /FILES: no file can be created in .*not-a-folder/)
  })

  test('a production database does not start as a demo', async () => {
    const startResultAsDemo = await run('server/main.ts', [], { ...env, MODE: 'demo', PORT: '0' })
    assert.equal(startResultAsDemo.code, 1)
    assert.match(startResultAsDemo.said, /MODE=demo on a database with other accounts/)
  })
})

test('a demo database does not start in production, because its passwords are known', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-demo-'))
  const demo = await startApp(readSettings({ MODE: 'demo', DATA_DIR: folder }), silent, { demoSize: 'small', withoutWorkers: true })
  await demo.stop()
  const startResultWithoutDatabase = await run('server/main.ts', [], { MODE: 'production', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ...keys })
  rmSync(folder, { recursive: true, force: true })
  assert.equal(startResultWithoutDatabase.code, 1)
  assert.match(startResultWithoutDatabase.said, /MODE=production on the database of a demo/)
})

test('the server refuses to start with a weak or invalid setting and names the setting', async () => {
  const invalidSettings = [
    { env: { MODE: 'demo', HOST: '0.0.0.0' }, said: /MODE=demo .* HOST/ },
    { env: { MODE: 'live' }, said: /MODE must be demo or production/ },
    { env: { PORT: '80a' }, said: /PORT/ },
    { env: { LOG_LEVEL: 'loud' }, said: /LOG_LEVEL/ },
    ...['true', '1', 'proxy.internal', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.1/8/8', '10.0.0.1 10.0.0.2'].map((proxy) => ({
      env: { TRUST_PROXY: proxy },
      said: /TRUST_PROXY must be addresses or networks/,
    })),
    { env: { DATABASE_URL: 'mysql://app:x@db/app' }, said: /DATABASE_URL must begin with postgres/ },
    { env: { DATABASE_URL: 'postgres://app:postgres@db/app' }, said: /DATABASE_URL carries a well-known password/ },
    { env: { DATABASE_URL: 'postgres://app:App@db/app' }, said: /DATABASE_URL carries a well-known password/ },
    { env: { DATABASE_URL: 'postgres://app:ch%61ngeme@db/app' }, said: /DATABASE_URL carries a well-known password/ },
    { env: { DATABASE_APP_URL: 'postgres://app:long-and-own@db/app' }, said: /DATABASE_APP_URL goes with DATABASE_URL/ },
    { env: { DATABASE_REPLICA_URL: 'postgres://app:long-and-own@copy/app' }, said: /DATABASE_REPLICA_URL goes with DATABASE_URL/ },
    {
      env: { DATABASE_URL: 'postgres://own:long-and-own@db/app', DATABASE_APP_URL: 'postgres://app:app@db/app' },
      said: /DATABASE_APP_URL carries a well-known password/,
    },
    { env: { DATABASE_URL: 'postgres://app:long-and-own@db/app' }, said: /DATABASE_URL names a host in the network without TLS/ },
    { env: { DATABASE_URL: 'postgres://app@db.internal/app' }, said: /DATABASE_URL names a host in the network without a password/ },
  ]
  assert.match((await run('server/main.ts', [], { MODE: 'production', PORT: '0', LOG_LEVEL: 'silent' })).said, /SECRET_KEY is missing/)
  const incompleteEnv = { MODE: 'production', PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: keys.SECRET_KEY }
  assert.match((await run('server/main.ts', [], incompleteEnv)).said, /VAULT_KEYS and VAULT_INDEX_KEY are missing/)
  for (const { env, said } of invalidSettings) assert.throws(() => readSettings(env), said)
  const startResultOnNetwork = await run('server/main.ts', [], { HOST: '0.0.0.0', MODE: 'demo' })
  assert.equal(startResultOnNetwork.code, 1)
  assert.match(startResultOnNetwork.said, /HOST/)
  assert.equal(readSettings({ HOST: '0.0.0.0' }).mode, 'production', 'beyond this machine the mode is production by default')
  assert.equal(readSettings({ DATABASE_URL: 'postgres://app:long-and-own@db/app?sslmode=verify-full' }).mode, 'production')
  assert.equal(readSettings({ DATABASE_URL: 'postgres:///app?host=/run/postgresql' }).mode, 'production')
})
