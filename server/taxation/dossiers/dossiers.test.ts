import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { formatYuan } from '#/domain/base/money.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { checkSignatures } from '#/server/lib/pdf/signature-check.ts'
import { openZip } from '#/server/lib/unzip.ts'
import { ordinaryPerson, specialPerson } from '#/server/money/lines/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { figuresOf } from '#/server/taxation/dossiers/letter.ts'
import { settledBatches } from '#/server/taxation/dossiers/store.ts'
import { testServer } from '#/server/tests/testing.ts'

async function unpack(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, { files: 1000, maxUnpackedBytes: 100_000_000 })
  const files = new Map<string, Buffer>()
  for (const [at, { path }] of zip.items.entries()) files.set(path, await zip.read(at))
  return files
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('settlement letter, money trail and archive of a batch', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  let batchId = 0
  const db = () => server.running.kernel.database.kysely
  const read = async (fileId: string) => Buffer.from(await server.running.kernel.store.read(fileId))
  const letters = (who = 'maker', at = {}) => server.must(who, 'dossiers.letters', { batchId }, at)
  const makeLetter = async () => {
    await server.must('maker', 'dossiers.letter', { batchId })
    const { id } = (await sql<{ id: number }>`select id from app_user where username = 'maker'`.execute(db())).rows[0] ?? assert.fail()
    await server.job('dossiers.letter', { batchId, userId: id })
    return (await letters()).rows
  }

  before(async () => {
    const batch = await scenario.createPaidBatch([
      { person: ordinaryPerson(0), yuan: '1000.00' },
      { person: ordinaryPerson(1), yuan: '2000.00' },
      { person: specialPerson('nameMismatch'), yuan: '300.00' },
    ])
    batchId = batch.id
    assert.equal((await server.call('maker', 'dossiers.letter', { batchId })).error, 'notSettled')
    await server.settle(3)
  })

  test('a sealed letter is created once for the same figures of a batch', async () => {
    const [first] = await makeLetter()
    assert.ok(first?.isSealed)
    const pdf = await read(first.fileId)
    assert.deepEqual([pdf.toString('latin1', 0, 5), sha256(pdf)], ['%PDF-', first.sha256])
    const [signature] = await checkSignatures(pdf)
    const centre = await db().selectFrom('centre').select('legal_name').where('id', '=', 2).executeTakeFirstOrThrow()
    assert.deepEqual([signature?.name, signature?.isValid], [centre.legal_name, true])
    assert.deepEqual((await makeLetter()).length, 1)
    const batch = await scenario.get(batchId)
    const { successNet } = await server.must('maker', 'payouts.progress', { batchId })
    const figures = await jobContext(server.running.kernel, () => false).run('test', async (ctx) =>
      figuresOf((await settledBatches(ctx, [batchId]))[0] ?? assert.fail()).map(([, whole, paid]) => [whole, paid]),
    )
    const batchAmounts = [batch.gross, batch.vat, batch.surcharge, batch.iit, batch.fee, batch.net, batch.cost]
    assert.deepEqual(
      figures.slice(1).map(([shown]) => shown),
      batchAmounts.map(formatYuan),
      'every figure is that of the batch page',
    )
    assert.deepEqual([figures[0], figures.at(-2)?.[1], figures.at(-1)?.[1]], [['3', '2'], formatYuan(successNet), formatYuan(batch.successCost)])
    assert.equal((await server.call('maker', 'files.link', { fileId: first.fileId })).code, 1)
    assert.equal((await server.call('unit2', 'files.link', { fileId: first.fileId })).error, 'file_not_found')
    assert.equal((await letters('finance', atCentre)).rows.length, 1)
    assert.equal((await server.call('unit2', 'dossiers.letters', { batchId })).error, 'notFound')
  })

  test('without a certificate a batch gets a separate, unsealed letter', async () => {
    const siteIdentity = server.running.kernel.identity
    Object.assign(server.running.kernel, { identity: null })
    assert.equal((await makeLetter())[0]?.isSealed, false)
    Object.assign(server.running.kernel, { identity: siteIdentity })
    assert.deepEqual((await makeLetter()).map((letter) => letter.isSealed).toSorted(), [false, true])
  })

  test('a batch without a paid line has no letter', async () => {
    const failedBatch = await scenario.createPaidBatch([{ person: specialPerson('nameMismatch'), yuan: '310.00' }])
    await server.settle(3)
    assert.equal((await server.call('maker', 'dossiers.letter', { batchId: failedBatch.id })).error, 'notSettled')
    assert.equal((await server.call('maker', 'dossiers.letter', { batchId: 987_654 })).error, 'notFound')
  })

  test('the money trail links top-ups, batch and receipts, but hides commission from units', async () => {
    const trail = await server.must('maker', 'dossiers.trail', { kind: 'batch', id: batchId })
    const batch = await scenario.get(batchId)
    const [aside] = trail.asides
    assert.ok(aside)
    assert.deepEqual([aside.id, aside.amount, aside.used], [batchId, -batch.cost, batch.cost])
    assert.equal((aside.before ?? 0) - (aside.after ?? 0), batch.cost)
    assert.equal(
      trail.topups.reduce((sum, row) => sum + row.used, 0),
      batch.cost,
      'first in first out, what came makes up the batch',
    )
    assert.equal(trail.paid?.count, 2)
    const { net = 0, vat = 0, surcharge = 0, iit = 0, fee = 0, released = 0 } = trail.paid ?? {}
    assert.deepEqual([net + vat + surcharge + iit + fee, released], [batch.successCost, batch.cost - batch.successCost])
    assert.deepEqual([trail.lineCount, trail.lines.length, trail.commissions], [3, 3, null])
    assert.equal(trail.vouchers.find((row) => row.kind === 'payment')?.count, 2)
    const deskTrail = await server.must('finance', 'dossiers.trail', { kind: 'batch', id: batchId }, atCentre)
    assert.ok((deskTrail.commissions ?? []).length > 0)
    const [line] = trail.lines
    const lineTrail = await server.must('maker', 'dossiers.trail', { kind: 'line', id: line?.id ?? 0 })
    assert.deepEqual([lineTrail.lines.length, lineTrail.lineCount, lineTrail.lines[0]?.no], [1, 1, line?.no])
    const { rows: vouchers } = await server.must('maker', 'vouchers.list', { batchId })
    const voucherTrail = await server.must('maker', 'dossiers.trail', { kind: 'voucher', id: vouchers[0]?.id ?? 0 })
    assert.equal(voucherTrail.lines[0]?.voucherNo, vouchers[0]?.no)
    const topup = trail.topups.find((row) => row.no.startsWith('CZ'))
    const topupTrail = await server.must('maker', 'dossiers.trail', { kind: 'topup', id: topup?.id ?? 0 })
    assert.ok(topupTrail.asides.some((row) => row.id === batchId && row.used === topup?.used))
    for (const kind of ['batch', 'line', 'topup', 'voucher'] as const) {
      const id = { batch: batchId, line: line?.id ?? 0, topup: topup?.id ?? 0, voucher: vouchers[0]?.id ?? 0 }[kind]
      assert.equal((await server.call('unit2', 'dossiers.trail', { kind, id })).error, 'notFound')
    }
  })

  test('the archive contains the four flows with verifiable digests and log chain', async () => {
    await makeLetter()
    const { taskId, lines } = await server.must('maker', 'dossiers.archive', { batchIds: [batchId] })
    assert.equal(lines, 3)
    const { rows } = await sql<{
      data: Record<string, unknown>
    }>`select data from pgboss.job where name = 'dossiers.archive' order by created_on desc limit 1`.execute(db())
    await server.job('dossiers.archive', rows[0]?.data ?? {})
    const task = (await server.must('maker', 'tasks.list', {})).find((row) => row.id === taskId)
    assert.equal(task?.state, 'done')
    const zip = await read(task.fileId ?? '')
    const files = await unpack(zip)
    const index = JSON.parse(String(files.get('index.json'))) as { files: { path: string; sha256: string; flow: string; source: string }[] }
    assert.ok(files.get('README.txt')?.includes('SHA-256'))
    assert.deepEqual(new Set(index.files.map((file) => file.flow)), new Set(['contract', 'business', 'money', 'invoice', 'trail']))
    for (const file of index.files) assert.equal(sha256(files.get(file.path) ?? assert.fail(file.path)), file.sha256)
    assert.equal(index.files.length, files.size - 3, 'all but the README and the two lists are listed')
    assert.ok(!index.files.some((file) => file.source === 'altered'))
    assert.equal(index.files.filter((file) => file.path.includes('/receipts/')).length, 2)
    assert.ok(index.files.some((file) => file.path.includes('结算确认函') && file.source === 'kept'))
    const path = index.files.find((file) => file.flow === 'trail')?.path ?? ''
    const trail = JSON.parse(String(files.get(path))) as { heads: { seq: number }[]; rows: { seq: number; previous: string; hash: string; text: string }[] }
    assert.ok(trail.rows.length > 5 && trail.heads.length > 0)
    for (const row of trail.rows) assert.equal(sha256(Buffer.concat([Buffer.from(row.previous, 'hex'), Buffer.from(row.text)])), row.hash)
    for (const [at, row] of trail.rows.entries()) {
      const next = trail.rows[at + 1]
      if (next && next.seq === row.seq + 1) assert.equal(next.previous, row.hash)
    }
    const fileRequest = { fileId: task.fileId ?? '' }
    assert.equal((await server.call('checker', 'files.link', fileRequest)).error, 'file_not_found')
  })

  test('an archive of unsent or foreign batches, several units or too many lines is refused', async () => {
    const draft = await scenario.draft([{ person: ordinaryPerson(2), yuan: '50.00' }])
    assert.equal((await server.call('maker', 'dossiers.archive', { batchIds: [draft.id] })).error, 'notSent')
    assert.equal((await server.call('unit2', 'dossiers.archive', { batchIds: [batchId] })).error, 'notFound')
    const secondDossier = (
      await sql<{ id: number }>`select id from payment_batch where centre_id = 2 and mode = 2 and unit_id <> 1 and paid_at is not null limit 1`.execute(db())
    ).rows[0]
    if (secondDossier)
      assert.equal((await server.call('finance', 'dossiers.archive', { batchIds: [batchId, secondDossier.id] }, atCentre)).error, 'severalUnits')
    await sql`alter table payment_batch disable trigger payment_batch_fixed`.execute(db())
    const { lineCount } = await scenario.get(batchId)
    await sql`update payment_batch set line_count = 5001 where id = ${batchId}`.execute(db())
    assert.equal((await server.call('maker', 'dossiers.archive', { batchIds: [batchId] })).error, 'tooMany')
    await sql`update payment_batch set line_count = ${lineCount} where id = ${batchId}`.execute(db())
    await sql`alter table payment_batch enable trigger payment_batch_fixed`.execute(db())
  })
})
