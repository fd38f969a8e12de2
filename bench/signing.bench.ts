import { type BenchFigure, formatMs, measureMs } from '#/bench/figure.ts'
import { drawnName } from '#/server/agreements/signing/testing.ts'
import { signPdf } from '#/server/lib/pdf/signature.ts'
import { drawStamp } from '#/server/lib/pdf/stamp.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Measures the job that signs and seals many contract files one after another.

const contractCount = 500
const centrePlace = { centre: 2, mode: 2 } as const
const megabyte = 1024 * 1024
/** Memory growth, from the second quarter of the run to the last, that still counts as flat. */
const maxGrowthMegabytes = 60

async function createSignedContracts(server: TestServer): Promise<number[]> {
  const { templates } = await server.must('centre', 'contracts.choices', {}, centrePlace)
  const templateId = templates.find((template) => template.kind === 'operator_agreement')?.id ?? 0
  const people = await server.must('centre', 'contracts.subjects', { type: 'operator' }, centrePlace)
  const db = server.running.kernel.database.kysely
  const { bytes } = await drawnName()
  const ids: number[] = []
  for (let createdCount = 0; createdCount < contractCount; createdCount++) {
    const operatorId = people[createdCount % people.length]?.id ?? 0
    const draft = await server.must(
      'centre',
      'contracts.create',
      { templateId, centreId: 2, mode: 2, operatorId, from: '2026-01-01', to: '2030-12-31', fields: {} },
      centrePlace,
    )
    await server.must('centre', 'contracts.send', { id: draft.id, version: draft.version }, centrePlace)
    ids.push(draft.id)
  }
  const fileId = crypto.randomUUID()
  await server.running.kernel.store.write(fileId, bytes)
  const now = new Date()
  const file = {
    id: fileId,
    name: 'signature.png',
    media_type: 'image/png',
    size_bytes: bytes.byteLength,
    sha256: '0'.repeat(64),
    purpose: 'signature',
    created_by: 0,
    created_at: now,
  }
  await db.insertInto('stored_file').values(file).execute()
  await db
    .updateTable('sign_task')
    .set({ state: 'signed', signed_at: now, image_file_id: fileId, evidence: '{}' })
    .where('state', '=', 'open')
    .where('contract_id', 'in', ids)
    .execute()
  return ids
}

async function residentMegabytes(): Promise<number> {
  const collectGarbage = (globalThis as { gc?: () => void }).gc
  collectGarbage?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  return process.memoryUsage().rss / megabyte
}

/** Measures only the signatures: the same two incremental signatures on one file, without storage or database. */
async function measureSignatures(server: TestServer, id: number, rounds: number): Promise<number> {
  const identity = await server.running.kernel.identity?.()
  const { fileId } = await server.must('centre', 'contracts.pdf', { id }, centrePlace)
  const pdf = await server.running.kernel.store.read(fileId)
  if (!identity) throw new Error('nothing to sign with')
  const at = new Date()
  const place = { page: 0, x: 60, y: 100, width: 160, height: 96 }
  const stampAndSign = async (bytes: Uint8Array, look: object) => {
    const stamp = await drawStamp({ width: place.width, height: place.height, createdAt: at, ...look, lines: ['签署人', '2026-11-21 10:00:00'] })
    return signPdf(bytes, identity, { place, stamp, name: '签署人', reason: '签署', location: '中国', at })
  }
  const { bytes: picture } = await drawnName()
  return measureMs(async () => {
    for (let round = 0; round < rounds; round++) await stampAndSign(await stampAndSign(pdf, { picture }), { seal: '杭州运营中心服务有限公司' })
  })
}

/** Measures signing and sealing of 500 contracts by the job. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startTestServer()
  const engine = server.running.kernel.database.engine
  const ids = await createSignedContracts(server)
  const signatureMs = (await measureSignatures(server, ids[0] ?? 0, 50)) / 50
  const memorySamples: number[] = []
  const elapsedMs = await measureMs(async () => {
    for (const [at, id] of ids.entries()) {
      await server.job('contracts.seal', { contractId: id })
      if ((at + 1) % (contractCount / 4) === 0) memorySamples.push(await residentMegabytes())
    }
  })
  const { count: done } = await server.must('centre', 'contracts.list', { states: ['done'], kinds: ['operator_agreement'] }, centrePlace)
  if (done < contractCount) throw new Error(`only ${done} of ${contractCount} were sealed`)
  await server.close()
  const each = elapsedMs / contractCount
  const growth = (memorySamples[3] ?? 0) - (memorySamples[1] ?? 0)
  return [
    {
      what: `Signing and sealing of 500 contracts by the job (${engine})`,
      baseline: `the two signatures alone: ${formatMs(signatureMs)} each`,
      ours: `${formatMs(each)} each, ${Math.round(1000 / each)} a second`,
      ratio: `${(each / signatureMs).toFixed(1)}× (goal ≤ 3×)`,
      isMet: each / signatureMs <= 3,
      note: 'two PAdES increments, two kept editions of the file, states, consents, trail, messages; baseline: the increments alone, nothing kept',
    },
    {
      what: `Memory while 500 contracts are sealed (${engine})`,
      baseline: `${Math.round(memorySamples[1] ?? 0)} MB after half of them`,
      ours: `${Math.round(memorySamples[3] ?? 0)} MB after all`,
      ratio: `${growth >= 0 ? '+' : ''}${Math.round(growth)} MB (goal ≤ ${maxGrowthMegabytes} MB)`,
      isMet: growth <= maxGrowthMegabytes,
      note: 'the resident memory of the whole process, database included',
    },
  ]
}
