import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { retentionManual } from '#/server/desk/retention/manual.ts'
import { permanentTables } from '#/server/desk/retention/permanent-tables.ts'
import { fileRule, type RetentionRule, retentionRules } from '#/server/desk/retention/rules.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { testServer } from '#/server/tests/testing.ts'

const hour = 3_600_000
const day = 24 * hour

type Row = Record<string, unknown>

/** For each rule, returns a row that is over since this time. */
const sampleRows: Readonly<Record<string, (at: Date, file: string) => Row>> = {
  file_link: (at, file) => ({ token_hash: randomBytes(32), file_id: file, expires_at: at }),
  login_ticket: (at) => ({ token_hash: randomBytes(32), user_id: 1, expires_at: at }),
  passkey_challenge: (at) => ({ challenge: randomBytes(32).toString('base64url'), user_id: 1, purpose: 'use', expires_at: at }),
  session: (at) => ({ user_id: 1, token_hash: randomBytes(32), ip: '', agent: '', created_at: at, seen_at: at, expires_at: at }),
  throttle: (at) => ({ subject: randomUUID(), failures: 1, since: at }),
  idempotency: (at) => ({ user_id: 1, operation: 'x', key: randomUUID(), request_hash: randomBytes(8), created_at: at }),
  recovery_ticket: () => ({}),
  recovery_ask: (at) => ({ id: randomUUID(), way: 'mail', language: 'zh', created_at: at, expires_at: at }),
  mobile_ask: (at) => ({ id: randomUUID(), user_id: 1, mobile_sealed: '', old_mobile_sealed: '', language: 'zh', created_at: at, expires_at: at }),
  application_code: (at) => ({ id: randomUUID(), kind: 'unit', mobile_sealed: '', mobile_index: '', language: 'zh', created_at: at, expires_at: at }),
  reg_ticket: () => ({}),
  sign_ticket: () => ({}),
  application: (at) => ({ ...draft, mobile_index: randomUUID(), no: `ZC${randomUUID().slice(0, 12)}`, updated_at: at, created_at: at, clause_at: at }),
  import_sheet: (at, file) => ({
    kind: 'operators',
    centre_id: 2,
    unit_id: 1,
    file_name: 'x.xlsx',
    file_id: file,
    file_sha256: '',
    created_by: 5,
    created_at: at,
  }),
  task: (at) => ({ kind: 'x', title: 'x', user_id: 5, state: 'done', created_at: at, finished_at: at }),
  integrity_run: (at) => ({ kind: 'recent', state: 'holds', started_at: at, finished_at: at }),
  login_address: (at) => ({ user_id: 1, address: randomUUID(), seen_at: at }),
  message: (at) => ({ user_id: 5, kind: 'welcome', created_at: at }),
  client_error: (at) => ({ user_id: 5, message: '', stack: '', page: '', version: '', agent: '', request_id: '', happened_at: at, created_at: at }),
  text_message: (at) => ({
    message_no: randomUUID(),
    kind: 'signCode',
    about: '',
    mobile_sealed: '',
    mobile_index: '',
    digest: '',
    provider: 'http',
    state: 'sent',
    created_at: at,
  }),
  gateway_call: (at) => ({ service: 'identity', what: 'id2', provider: 'http', at, result: 'match' }),
  outbox: (at) => ({ way: 'sms', recipient: '', subject: '', body: '123456', about: '', sent_at: at }),
  sandbox_payment: (at) => ({ request_no: randomUUID(), amount_fen: 1, received_at: at, outcome: 'success', reference: '' }),
}
const draft = { kind: 'unit', mobile_sealed: '', language: 'zh', fields: '{}', sealed: '{}', rejects: '[]', clause_version: '1', clause_ip: '' }

describe('retention', () => {
  const server = testServer()

  const db = () => server.running.kernel.database.kysely
  const store = () => server.running.kernel.store
  const now = () => server.running.kernel.clock.now()
  const exists = (id: string) =>
    store()
      .read(id)
      .then(
        () => true,
        () => false,
      )
  const count = async (table: string) => (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db())).rows[0]?.count ?? 0
  const insertRow = async (table: string, row: Row) => {
    const values = Object.values(row).map((value) => sql`${value}`)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(values)})`.execute(db())
  }
  /** Stores a file, with or without an expiry. */
  const file = async (expiresAt: Date | null, more: Row = {}) => {
    const id = randomUUID()
    await store().write(id, Buffer.from('证件'))
    const facts = { name: 'x', media_type: 'x', size_bytes: 6, sha256: '', purpose: 'export', created_by: 5, created_at: now(), expires_at: expiresAt }
    await insertRow('stored_file', { id, ...facts, ...more })
    return id
  }
  const rowOf = async (id: string) => db().selectFrom('stored_file').select(['id', 'deleting_at']).where('id', '=', id).executeTakeFirst()

  test('every table has either a retention period or a reason to be permanent', async () => {
    const tables = await sql<{ name: string }>`select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname <> 'migration' order by relname`.execute(db())
    const tablesWithRules = [
      ...new Set([...retentionRules, fileRule].map((rule) => rule.table as string)),
      ...permanentTables.flatMap((permanentTable) => permanentTable.tables),
    ]
    assert.deepEqual(
      tablesWithRules.toSorted(),
      tables.rows.map((row) => row.name),
      'name the table in server/desk/retention/rules.ts or permanent-tables.ts',
    )
    for (const { why, keep } of retentionRules) assert.ok(why.length > 10 && keep.length > 3)
  })

  test('the operations manual lists the retention periods of the code', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    assert.ok(text.includes(retentionManual()), `docs/operations.md, Retention:\n${retentionManual()}`)
  })

  test('no retention period is based on the anti-money-laundering law', () => {
    assert.doesNotMatch(retentionManual(), /反洗钱/)
  })

  test('only rows past their retention are deleted', async () => {
    const wrong: string[] = []
    const expiredUnderRule = async (rule: RetentionRule, over: number) => {
      const at = new Date((rule.clock === 'real' ? server.running.kernel.clock.real() : now()).getTime() - over)
      const sampleRow = sampleRows[rule.table]?.(at, await file(null)) ?? assert.fail(`${rule.table} has no row to try`)
      if (Object.keys(sampleRow).length === 0) return false
      const isDone = rule.table === 'import_sheet' && rule.since === 'row.finished_at'
      await insertRow(rule.table, isDone ? { ...sampleRow, state: 'done', finished_at: at, committed_by: 5, committed_at: at } : sampleRow)
      return true
    }
    for (const rule of retentionRules) {
      await server.job('retention.sweep')
      const before = await count(rule.table)
      if (!(await expiredUnderRule(rule, rule.keepMs + hour))) continue
      await expiredUnderRule(rule, rule.keepMs - hour)
      assert.equal(await count(rule.table), before + 2)
      await server.job('retention.sweep')
      if ((await count(rule.table)) !== before + 1) wrong.push(`${rule.table} (${rule.what}): ${await count(rule.table)} of ${before + 1}`)
    }
    assert.deepEqual(wrong, [])
  })

  test('expired recovery, registration and signing tickets are deleted', async () => {
    const monthAgo = new Date(server.running.kernel.clock.real().getTime() - 31 * day)
    const ask = randomUUID()
    await insertRow('recovery_ask', { id: ask, user_id: 5, recipient: 'x', way: 'mail', language: 'zh', created_at: monthAgo, expires_at: monthAgo })
    await insertRow('recovery_ticket', {
      token_hash: randomBytes(32),
      user_id: 5,
      ask_id: ask,
      password_was: randomBytes(8),
      created_at: monthAgo,
      expires_at: monthAgo,
    })
    await sql`insert into sign_task (contract_id, centre_id, "position", party, way, signer_type, signer_id, signer_name)
      select id, centre_id, 9, 'c', 'hand', 'unit', 1, 'x' from contract where not exists (select from sign_task where contract_id = contract.id) limit 1`.execute(
      db(),
    )
    const signTask = await db().selectFrom('sign_task').select('id').executeTakeFirstOrThrow()
    await insertRow('sign_ticket', { token_hash: randomBytes(32), task_id: signTask.id, created_at: monthAgo, expires_at: monthAgo })
    await insertRow('application', sampleRows.application?.(now(), '') ?? {})
    const begunApplication = await db().selectFrom('application').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await insertRow('reg_ticket', {
      token_hash: randomBytes(32),
      application_id: begunApplication.id,
      purpose: 'edit',
      created_at: monthAgo,
      expires_at: monthAgo,
    })
    await server.job('retention.sweep')
    const remainingRows = Object.fromEntries(
      await Promise.all(['recovery_ticket', 'sign_ticket', 'reg_ticket'].map(async (table) => [table, await count(table)] as const)),
    )
    assert.deepEqual(remainingRows, { recovery_ticket: 0, sign_ticket: 0, reg_ticket: 0 })
    assert.deepEqual(await db().selectFrom('recovery_ask').select('id').where('id', '=', ask).execute(), [])
  })

  test('an abandoned registration draft is deleted with its row, pictures and bytes', async () => {
    const createdAt = new Date(now().getTime() - 31 * day)
    const insertedApplication = await sql<{
      id: number
    }>`insert into application (no, kind, mobile_sealed, mobile_index, language, fields, sealed, rejects, clause_version, clause_ip,
        clause_at, created_at, updated_at) values ('ZCOLD', 'unit', '', '', 'zh', '{}', '{}', '[]', '1', '', ${createdAt}, ${createdAt}, ${createdAt}) returning id`.execute(
      db(),
    )
    const id = insertedApplication.rows[0]?.id ?? 0
    const [picture, read] = [await file(null, { purpose: 'application' }), await file(null, { purpose: 'card_front' })]
    await insertRow('application_file', { application_id: id, field: 'licence', via: 'desk', warnings: '[]', file_id: picture, created_at: createdAt })
    const reading = { side: 'front', holder: `application ${id}`, fields_sealed: '', warnings: [], quality: 90, took_ms: 1, created_at: createdAt }
    await insertRow('card_reading', { file_id: read, ...reading })
    await server.job('retention.sweep')
    server.advance(1000)
    await server.job('retention.sweep')
    assert.equal((await db().selectFrom('application').select('id').where('id', '=', id).execute()).length, 0)
    assert.deepEqual([await rowOf(picture), await exists(picture), await rowOf(read), await exists(read)], [undefined, false, undefined, false])
  })

  test('an expired file is deleted with its bytes and links, unless a row still refers to it', async () => {
    const pastTime = new Date(now().getTime() - hour)
    const [gone, held, fresh] = [await file(pastTime), await file(pastTime), await file(new Date(now().getTime() + hour))]
    await insertRow('file_link', { token_hash: randomBytes(32), file_id: gone, expires_at: new Date(Date.now() + hour) })
    await insertRow('task', { kind: 'x', title: 'x', user_id: 5, state: 'done', file_id: gone, created_at: now(), finished_at: now() })
    await insertRow('import_sheet', {
      kind: 'operators',
      centre_id: 2,
      unit_id: 1,
      file_name: 'x',
      file_id: held,
      file_sha256: '',
      created_by: 5,
      created_at: now(),
    })
    await server.job('retention.sweep')
    assert.deepEqual([await rowOf(gone), await exists(gone)], [undefined, false])
    for (const id of [held, fresh]) assert.deepEqual([(await rowOf(id))?.deleting_at, await exists(id)], [null, true])
  })

  test('after a failed deletion a file stays marked until the next run deletes it', async () => {
    const expiryTime = new Date(now().getTime() - hour)
    const id = await file(expiryTime)
    const originalStore = store()
    const brokenStore: FileStore = { ...originalStore, remove: () => Promise.reject(new Error('the store does not answer')) }
    Object.assign(server.running.kernel, { store: brokenStore })
    await assert.rejects(server.job('retention.sweep'), /does not answer/)
    Object.assign(server.running.kernel, { store: originalStore })
    assert.notEqual((await rowOf(id))?.deleting_at, null)
    assert.ok(await exists(id))
    await server.job('retention.sweep')
    assert.deepEqual([await rowOf(id), await exists(id)], [undefined, false])
  })

  test('files without a database row are deleted a day after they were written', async () => {
    const [old, fresh, named] = [randomUUID(), randomUUID(), await file(null)]
    const pathOfFile = (id: string) => join(server.running.kernel.settings.filesDir, id.slice(0, 2), id)
    for (const id of [old, fresh]) await store().write(id, Buffer.from('x'))
    const longAgo = new Date(Date.now() - 2 * day)
    for (const id of [old, named]) utimesSync(pathOfFile(id), longAgo, longAgo)
    const { kernel } = server.running
    const { real } = kernel.clock
    for (let sweepNo = 0; sweepNo < 16; sweepNo++) {
      Object.assign(kernel.clock, { real: () => new Date(Date.now() + sweepNo * hour) })
      await server.job('retention.sweep')
    }
    Object.assign(kernel.clock, { real })
    assert.deepEqual(
      [old, fresh, named].map((id) => existsSync(pathOfFile(id))),
      [false, true, true],
    )
  })

  test('an export with full numbers is kept for a day, and a masked export is kept for a week', async () => {
    const at = { centre: 2, mode: 2 as const }
    const batchId = (await server.must('centre', 'payments.list', {}, at)).rows[0]?.id ?? assert.fail('no batch')
    const { fileId } = await server.must('centre', 'lines.exportBatch', { batchId }, at)
    const daysOf = async (id: string) => {
      const row = await db().selectFrom('stored_file').select(['created_at', 'expires_at']).where('id', '=', id).executeTakeFirstOrThrow()
      return ((row.expires_at?.getTime() ?? 0) - row.created_at.getTime()) / day
    }
    assert.equal(await daysOf(fileId), 7)
    await server.must('centre', 'profile.prove', { password: demoPassword })
    const plain = await server.must('centre', 'lines.exportBatch', { batchId, isPlain: true, reason: '税务核对' }, at)
    assert.equal(await daysOf(plain.fileId), 1)
  })
})
