import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import { sharp } from '#/server/lib/sharp.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Returns a drawn signature as the sign page sends it. */
export async function drawnName(text = 'M20 80 C 60 10, 90 150, 140 70 S 240 20, 280 90'): Promise<Upload> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path d="${text}" fill="none" stroke="#111" stroke-width="4"/></svg>`
  return { filename: 'signature.png', mediaType: 'image/png', bytes: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** Returns a detailed picture, which the sandbox accepts as a face. */
export async function samplePhoto(): Promise<Upload> {
  const dots = Array.from(
    { length: 400 },
    (_, at) => `<circle cx="${(at * 47) % 480}" cy="${(at * 83) % 640}" r="${3 + (at % 9)}" fill="hsl(${(at * 29) % 360} 70% 50%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640">${dots.join('')}</svg>`
  return { filename: 'face.jpg', mediaType: 'image/jpeg', bytes: await sharp(Buffer.from(svg)).jpeg().toBuffer() }
}

/** Returns a picture too small to show a face. */
export async function plainPicture(): Promise<Upload> {
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#999' } })
    .jpeg()
    .toBuffer()
  return { filename: 'nothing.jpg', mediaType: 'image/jpeg', bytes }
}

const db = (server: TestServer) => server.running.kernel.database.kysely

/** Returns the latest ticket sent to a signer, from the sandbox. */
export async function ticketFromOutbox(server: TestServer, signTaskId: number): Promise<string> {
  const row = await db(server).selectFrom('outbox').select('body').where('about', '=', `sign:${signTaskId}`).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.body.match(/ticket=([\w-]+)/)?.[1] ?? ''
}

/** Returns the latest code sent to a signer. */
export async function codeFromOutbox(server: TestServer, signTaskId: number): Promise<string> {
  const row = await db(server)
    .selectFrom('outbox')
    .select('body')
    .where('about', '=', `sign-code:${signTaskId}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body.match(/\d{6}/)?.[0] ?? ''
}

/** Runs and removes the queued jobs of these names. */
export async function runQueuedJobs(server: TestServer, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const takenJobs = await sql<{ data: Record<string, unknown> }>`
      with taken as (delete from pgboss.job where name = ${name} and state < 'active' returning data, created_on) select data from taken order by created_on`.execute(
      db(server),
    )
    for (const { data } of takenJobs.rows) await server.job(name, data)
  }
}

export async function lastDigitsOf(server: TestServer, operatorId: number): Promise<string> {
  const row = await db(server).selectFrom('operator').select('id_number_sealed').where('id', '=', operatorId).executeTakeFirstOrThrow()
  return server.running.kernel.vault.open('id_number', row.id_number_sealed).slice(-4)
}

const modeTwoPlace = { centre: 2, mode: 2 } as const

/** Sends a contract of centre 2 to an operator. Returns the ticket data of the signer. */
export async function sendContractTo(server: TestServer, operatorId: number, kind = 'operator_agreement', scope = '直播服务') {
  const { templates } = await server.must('centre', 'contracts.choices', {}, modeTwoPlace)
  const terms = { centreId: 2, mode: 2 as const, operatorId, from: '2026-01-01', to: '2030-10-31', fields: { service_scope: scope } }
  const { id, version } = await server.must(
    'centre',
    'contracts.create',
    { templateId: templates.find((template) => template.kind === kind)?.id ?? 0, ...terms },
    modeTwoPlace,
  )
  const sentContract = await server.must('centre', 'contracts.send', { id, version }, modeTwoPlace)
  await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
  const signTaskId = sentContract.openTaskId ?? 0
  return { id, signTaskId, ticket: await ticketFromOutbox(server, signTaskId), tail: await lastDigitsOf(server, operatorId) }
}

interface SigningSession {
  readonly ticket: string
  readonly pass: string
}

/** Completes every step before the signature: opens the ticket, reads the document and confirms by code. */
export async function completeSigningSteps(
  server: TestServer,
  ticket: string,
  tail: string,
  signTaskId: number,
): Promise<SigningSession & { readonly sha256: string }> {
  const { pass } = await server.must(null, 'signing.open', { ticket, tail })
  const signingPass = { ticket, pass }
  const { sha256 } = await server.must(null, 'signing.document', signingPass)
  await server.must(null, 'signing.read', { ...signingPass, sha256, pages: 2 })
  await server.must(null, 'signing.code', signingPass)
  await runQueuedJobs(server, 'signing.code')
  await server.must(null, 'signing.confirm', { ...signingPass, code: await codeFromOutbox(server, signTaskId) })
  return { ...signingPass, sha256 }
}

/** Signs completely and embeds the signature into the file. */
export async function signAll(server: TestServer, ticket: string, tail: string, signTaskId: number): Promise<SigningSession> {
  const { sha256, ...inside } = await completeSigningSteps(server, ticket, tail, signTaskId)
  const { consents } = await server.must(null, 'signing.facts', inside)
  await server.must(null, 'signing.sign', { ...inside, sha256, way: 'drawn', consents, image: await drawnName() })
  await runQueuedJobs(server, 'contracts.seal', 'contracts.tell', 'contracts.text')
  return inside
}

/** Returns pdfsig's report on the signatures of a file. */
export function pdfsig(bytes: Uint8Array): string {
  const dir = mkdtempSync(join(tmpdir(), 'yck-sig-'))
  try {
    writeFileSync(join(dir, 'paper.pdf'), bytes)
    const processResult = spawnSync('pdfsig', ['-nocert', join(dir, 'paper.pdf')], { encoding: 'utf8' })
    if (processResult.error) throw new Error(`pdfsig (poppler-utils) is needed: ${processResult.error.message}`)
    return processResult.stdout
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
