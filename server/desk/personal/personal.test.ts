import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { activities } from '#/api/desk/personal.texts.ts'
import { personalColumnNames } from '#/api/desk/personal-columns.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { personalCategories } from '#/domain/desk/personal.ts'
import { personalParts } from '#/server/app/personal.ts'
import { excludedFromCopy } from '#/server/desk/personal/exceptions.ts'
import { processingRegister } from '#/server/desk/personal/register.ts'
import { personalDataOf } from '#/server/desk/personal/store.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// The demo's operator signs in as `operator`.
const operatorId = 1001
const person = [...demoPeople().ordinary, ...Object.values(demoPeople().specials)].find((each) => each.id === operatorId) ?? assert.fail('no operator')

/** Columns that identify a person. */
const names =
  /^(operator_id|user_id|candidate_id|entity_id|holder|subject_index|payee_\w+|contact_mobile|\w*mobiles?|(id_number|card_no|mobile|account_no|id_address)_(sealed|index)|\w+_sealed)$/

interface Copy {
  readonly person: { readonly name: string }
  readonly isComplete: boolean
  readonly sections: Readonly<Record<string, { readonly title: string; readonly rows: readonly Record<string, unknown>[] }>>
  readonly columns: Readonly<Record<string, string>>
}

describe('personal data of an operator', () => {
  let app: TestServer
  before(async () => {
    app = await startTestServer()
    await paymentScenario(app).createPaidBatch([{ person, yuan: '66.00' }])
    await app.settle(3)
  })
  after(() => app.close())

  const db = () => app.running.kernel.database.kysely
  const proveIdentity = (who: string) => app.must(who, 'profile.prove', { password: demoPassword })
  /** Makes the copy and returns its file. */
  const fileOf = async (who: string, taskId: number, at: object = {}) => {
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`select data from pgboss.job where name = 'personal.make'
      and (data ->> 'taskId')::bigint = ${taskId}`.execute(db())
    await app.job('personal.make', queuedJobs.rows[0]?.data ?? assert.fail('the job was not queued'))
    const task = await app.must(who, 'tasks.get', { id: taskId }, at)
    assert.equal(task.state, 'done', task.message)
    return app.running.kernel.store.read(task.fileId ?? assert.fail('no file'))
  }
  /** Makes a centre's copy on behalf of the operator. */
  const centreCopy = async () => {
    await proveIdentity('centre')
    const { taskId } = await app.must('centre', 'personal.copyFor', { operatorId, format: 'json', reason: '本人书面申请' }, atCentre)
    return JSON.parse((await fileOf('centre', taskId, atCentre)).toString()) as Copy
  }
  /** Adds a withdrawn registration with an event and a picture, and returns its id. */
  const insertApplication = async (no: string, of: { operatorId: number | null; centreId: number; address: string }) => {
    const at = app.running.kernel.clock.now()
    const { rows } = await sql<{ id: number }>`insert into application (no, kind, state, mobile_sealed, mobile_index, language, fields, sealed,
        subject_name, subject_index, rejects, centre_id, clause_version, clause_at, clause_ip, operator_id, created_at, updated_at)
      select ${no}, 'operator', 'withdrawn', mobile_sealed, mobile_index, 'zh', ${JSON.stringify({ address: of.address })}::jsonb, '{}',
        name, id_number_index, '{}', ${of.centreId}, '1', ${at}, '203.0.113.9', ${of.operatorId}, ${at}, ${at} from operator where id = ${operatorId}
      returning id`.execute(db())
    const id = rows[0]?.id ?? assert.fail('no application')
    await sql`insert into application_event (application_id, kind, detail, created_at)
      values (${id}, 'created', ${JSON.stringify({ note: `event of ${no}` })}::jsonb, ${at})`.execute(db())
    await sql`insert into application_file (application_id, field, file_id, via, warnings, created_at)
      select ${id}, ${`picture of ${no}`}, id, 'desk', '[]', ${at} from stored_file limit 1`.execute(db())
    return id
  }
  const requestCopy = async () => {
    await proveIdentity('operator')
    const { taskId } = await app.must('operator', 'personal.copy', { format: 'json' })
    return JSON.parse((await fileOf('operator', taskId)).toString()) as Copy
  }

  test('every table that names a person is in the copy or excluded with a reason', async () => {
    const { rows } = await sql<{ name: string; column: string }>`select relname::text as name, attname::text as column
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where nspname = 'public' and relkind in ('r', 'p') and not relispartition`.execute(db())
    const personalTables = new Set(rows.filter(({ column }) => names.test(column)).map(({ name }) => name))
    const declaredTables = new Set<string>(personalParts.map(({ table }) => table))
    const undeclaredTables = [...personalTables].filter((table) => !declaredTables.has(table) && !excludedFromCopy[table])
    assert.deepEqual(undeclaredTables, [], 'declare the table in personal.ts of its module, or except it in server/desk/personal/exceptions.ts')
    const unneededExemptions = Object.keys(excludedFromCopy).filter((table) => declaredTables.has(table) || !personalTables.has(table))
    assert.deepEqual(unneededExemptions, [], 'exceptions that nothing needs')
  })

  test('every part and column of the copy has a name, and every activity has parts', () => {
    const columns = personalParts.flatMap((part) => [...part.shows, ...part.opens, ...Object.keys(part.adds)])
    assert.deepEqual([...new Set(columns)].filter((column) => !personalColumnNames[column]).toSorted(), [])
    assert.deepEqual(
      personalParts.map(({ name }) => name).filter((name) => !personalPartNames[name]),
      [],
    )
    const usedColumns = new Set(columns)
    assert.deepEqual(
      Object.keys(personalColumnNames).filter((column) => !usedColumns.has(column)),
      [],
      'names that no column uses',
    )
    for (const { category, parts, bases } of processingRegister(personalParts)) assert.ok(parts.length > 0 && bases.length > 0, category)
    assert.deepEqual(Object.keys(activities).toSorted(), [...personalCategories].toSorted())
  })

  test('every part can be read for all centres, and for one centre unless it is private', async () => {
    const noPerson = { operatorId: 0, userIds: [], idNumber: '', mobile: '' }
    const wrong: string[] = []
    for (const part of personalParts) {
      await jobContext(app.running.kernel, () => false)
        .runAsOwner('test', async (ctx) => {
          await personalDataOf(ctx, part, noPerson, null)
          if (!part.isPrivate) await personalDataOf(ctx, part, noPerson, atCentre.centre)
        })
        .catch((error: unknown) => wrong.push(`${part.name}: ${String(error)}`))
    }
    assert.deepEqual(wrong, [])
  })

  test('an operator receives a complete copy with full numbers after entering the login password', async () => {
    assert.equal((await app.call('operator', 'personal.copy', { format: 'json' })).error, 'proofNeeded')
    const { sections, isComplete, columns } = await requestCopy()
    assert.equal(isComplete, true)
    assert.equal(sections.operator?.rows[0]?.id_number, person.idNumber)
    assert.equal(columns.id_number, '证件号码')
    const payment = sections.payment_line?.rows.find((row) => row.gross_fen === 6600) ?? assert.fail('the payment is in the copy')
    assert.deepEqual([payment.card_no, payment.name, typeof payment.unit], [person.cardNo, person.name, 'string'])
    for (const part of ['operator_card', 'consent', 'tax_reservation', 'app_user', 'session', 'audit_log', 'message']) {
      assert.ok((sections[part]?.rows.length ?? 0) > 0, `${part} has rows`)
    }
  })

  test('a copy contains no ID or card number of other people and no secret columns', async () => {
    const text = JSON.stringify(await requestCopy())
    for (const other of demoPeople()
      .ordinary.filter(({ id }) => id !== operatorId)
      .slice(0, 40)) {
      assert.ok(!text.includes(other.idNumber) && !text.includes(other.cardNo), other.name)
    }
    for (const secret of ['password_hash', 'token_hash', '_sealed', '_index']) assert.ok(!text.includes(secret), secret)
  })

  test('a copy contains no data of an impostor who registered with the person’s number', async () => {
    const foreignApplicationId = await insertApplication('YY-FOREIGN', { operatorId: null, centreId: atCentre.centre, address: '冒用者的地址' })
    const ownApplicationId = await insertApplication('YY-OWN', { operatorId, centreId: atCentre.centre, address: '本人的地址' })
    const insertAppeal = (application: number, statement: string, resolution: string) =>
      sql`insert into registration_appeal
        (application_id, operator_id, name, id_number_sealed, mobile_sealed, language, statement, state, created_at, resolution, resolved_by, resolved_at,
        upheld_by, upheld_at, upheld_reason)
      select ${application}, case when ${application} = ${ownApplicationId}::bigint then 1002 else id end, name, id_number_sealed, mobile_sealed, 'zh', ${statement},
        'rejected', now(), ${resolution}, 1, now(), 1, now(), ${resolution} from operator where id = ${operatorId}`.execute(db())
    await insertAppeal(foreignApplicationId, '冒用者的申诉说明', '冒用者的核实理由')
    await insertAppeal(ownApplicationId, '本人的申诉说明', '本人的核实理由')
    const { sections } = await requestCopy()
    const text = JSON.stringify(sections)
    for (const foreignText of ['YY-FOREIGN', '冒用者']) assert.ok(!text.includes(foreignText), foreignText)
    for (const ownText of ['本人的地址', 'event of YY-OWN', 'picture of YY-OWN', '本人的申诉说明']) assert.ok(text.includes(ownText), ownText)
  })

  test('the readable copy is a PDF in each of the four languages', async () => {
    await proveIdentity('operator')
    for (const language of ['zh', 'en', 'es', 'ja'] as const) {
      const { taskId } = await app.must('operator', 'personal.copy', { format: 'pdf' }, { language })
      const bytes = await fileOf('operator', taskId)
      if (process.env.KEEP) (await import('node:fs')).writeFileSync(`/dev/shm/rights-${language}.pdf`, bytes)
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    }
  })

  test('a centre needs permission, password and reason for a copy, which omits private data', async () => {
    const ask = (who: string, reason: string, at: object = atCentre, id = operatorId) =>
      app.call(who, 'personal.copyFor', { operatorId: id, format: 'json', reason }, at)
    assert.equal((await ask('unit1', '本人书面申请', {})).error, 'forbidden')
    assert.equal((await ask('auditor', '本人书面申请')).error, 'forbidden')
    assert.equal((await ask('centre', '本人书面申请')).error, 'proofNeeded')
    await proveIdentity('centre')
    assert.equal((await ask('centre', '是')).error, 'reasonNeeded')
    assert.equal((await ask('centre', '本人书面申请', { centre: 5, mode: 2 })).error, 'notFound')
    const copy = await centreCopy()
    assert.equal(copy.isComplete, false)
    assert.ok((copy.sections.payment_line?.rows.length ?? 0) > 0)
    for (const part of ['app_user', 'session', 'message', 'audit_log', 'unit_operator']) assert.equal(copy.sections[part], undefined)
  })

  test('a centre’s copy contains registrations at that centre and none at another centre', async () => {
    await insertApplication('YY-HERE', { operatorId, centreId: atCentre.centre, address: '本中心的地址' })
    await insertApplication('YY-ELSEWHERE', { operatorId, centreId: 5, address: '别的中心的地址' })
    const text = JSON.stringify(await centreCopy())
    for (const centreText of ['本中心的地址', 'event of YY-HERE', 'picture of YY-HERE', person.cardNo]) assert.ok(text.includes(centreText), centreText)
    for (const otherCentreText of ['ELSEWHERE', '别的中心']) assert.ok(!text.includes(otherCentreText), otherCentreText)
  })

  test('a copy made on behalf of a person is in the log and in the person’s list of views', async () => {
    const { rows } = await app.must('platform', 'audit.list', { action: 'personal.copyFor' })
    assert.ok(rows.some((row) => row.refType === 'operator' && row.refId === String(operatorId)))
    const seen = await app.must('operator', 'profile.readings', {})
    assert.ok(seen.some((each) => each.field === 'copy' && each.of === 'operator'))
    const { sections } = await requestCopy()
    assert.ok(sections.number_views?.rows.some((row) => row.field === 'copy'))
  })

  test('the file of a copy is kept for a day and opens only for its requester', async () => {
    await proveIdentity('operator')
    const { taskId } = await app.must('operator', 'personal.copy', { format: 'pdf' })
    await fileOf('operator', taskId)
    const { fileId } = await app.must('operator', 'tasks.get', { id: taskId })
    const row = await db()
      .selectFrom('stored_file')
      .select(['created_at', 'expires_at'])
      .where('id', '=', fileId ?? '')
      .executeTakeFirstOrThrow()
    assert.equal(((row.expires_at?.getTime() ?? 0) - row.created_at.getTime()) / 86_400_000, 1)
    assert.notEqual((await app.call('centre', 'files.link', { fileId: fileId ?? '' }, atCentre)).code, 1)
    assert.equal((await app.call('operator', 'files.link', { fileId: fileId ?? '' })).code, 1)
    await sql`delete from role_permission where permission = 'plain:export' and role_id in (select id from role where name = '平台运营')`.execute(db())
    const { rows } = await app.must('operation', 'audit.list', { action: 'files.link' })
    assert.ok(
      rows.some((each) => each.refId === fileId),
      'staff of the platform read the id in the trail',
    )
    for (const reader of ['operation', 'platform']) {
      assert.equal((await app.call(reader, 'files.link', { fileId: fileId ?? '' })).error, 'file_not_found', reader)
    }
  })
})
