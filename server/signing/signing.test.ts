import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/db/demo/load.ts'
import { sentTicket, signAll, tailOf, work } from '#/server/signing/testing.ts'
import { startTest, type TestServer } from '#/server/testing.ts'

const at = { centre: 2, mode: 2 } as const
const { specials } = demoPeople()
const known = (name: string) => specials[name]?.id ?? 0

/** What poppler says about the signatures of a file. */
function pdfsig(bytes: Uint8Array): string {
  const dir = mkdtempSync(join(tmpdir(), 'yck-sig-'))
  try {
    writeFileSync(join(dir, 'paper.pdf'), bytes)
    return execFileSync('pdfsig', ['-nocert', join(dir, 'paper.pdf')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

describe('signing by a link', () => {
  let server: TestServer
  before(async () => {
    server = await startTest()
  })
  after(() => server.close())
  const db = () => server.running.kernel.database.kysely

  const bytesOf = async (who: string, id: number) => {
    const { fileId } = await server.must(who, 'contracts.pdf', { id }, at)
    return server.running.kernel.store.read(fileId)
  }
  const draw = async (kind: 'operator_agreement' | 'tax_authorisation', operatorId: number) => {
    const { templates } = await server.must('centre', 'contracts.choices', {}, at)
    const template = templates.find((each) => each.kind === kind)
    assert.ok(template)
    const terms = { centreId: 2, mode: 2 as const, operatorId, from: '2026-11-01', to: '2030-10-31', fields: { service_scope: '直播服务' } }
    return server.must('centre', 'contracts.create', { templateId: template.id, ...terms }, at)
  }
  const send = async (kind: 'operator_agreement' | 'tax_authorisation', operatorId: number) => {
    const { id, version } = await draw(kind, operatorId)
    const sent = await server.must('centre', 'contracts.send', { id, version }, at)
    await work(server, 'contracts.tell')
    const signTaskId = sent.openTaskId ?? 0
    return { id, signTaskId, ticket: await sentTicket(server, signTaskId) }
  }

  test('an operator without agreement signs both papers; then payments find the consents, and the file proves who signed', async () => {
    const operatorId = known('noAgreement')
    await db().deleteFrom('consent').where('operator_id', '=', operatorId).execute()
    const tail = await tailOf(server, operatorId)
    for (const kind of ['operator_agreement', 'tax_authorisation'] as const) {
      const { id, signTaskId, ticket } = await send(kind, operatorId)
      await signAll(server, ticket, tail, signTaskId)
      const contract = await server.must('centre', 'contracts.get', { id }, at)
      assert.equal(contract.state, 'done')
      const bytes = await bytesOf('centre', id)
      assert.equal(createHash('sha256').update(bytes).digest('hex'), contract.sha256)
      const told = pdfsig(bytes)
      assert.equal(told.match(/Signature is Valid/g)?.length, 2, told)
      assert.match(told, /ETSI\.CAdES\.detached/)
      assert.match(told, /Total document signed/)
    }
    const consents = await db()
      .selectFrom('consent')
      .select(['kind', 'document_sha256'])
      .where('operator_id', '=', operatorId)
      .where('revoked_at', 'is', null)
      .orderBy('kind')
      .execute()
    assert.deepEqual(
      consents.map((row) => row.kind),
      ['agreement', 'personal_data', 'tax_filing'],
    )
  })
})
