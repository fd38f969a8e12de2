import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { CertificateProblem } from '#/server/taxation/periods/papers.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'

/**
 * Certificates of a period: the numbers of matched and unmatched ones, of people with tax due, and of those without a
 * certificate.
 */
export interface CertificateCounts {
  readonly matched: number
  readonly unmatched: number
  readonly owing: number
  readonly missing: number
}

const hasTax = sql`line.vat_fen + line.city_fen + line.education_fen + line.local_education_fen + line.withheld_fen > 0`

/** Counts the certificates of a period. Only people whose line has tax due need one. */
export async function countCertificates(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>): Promise<CertificateCounts> {
  return (
    (await ctx.row<CertificateCounts>`select paper.*, person.* from
    (select count(*) filter (where operator_id is not null)::int as matched, count(*) filter (where operator_id is null)::int as unmatched
      from tax_certificate where declaration_id = ${id}) paper,
    (select count(*)::int as owing, count(*) filter (where not exists (select from tax_certificate own where own.declaration_id = ${id}
        and own.operator_id = line.operator_id))::int as missing
      from tax_line line where line.declaration_id = ${id} and line.edition = ${edition} and ${hasTax}) person`) ?? {
      matched: 0,
      unmatched: 0,
      owing: 0,
      missing: 0,
    }
  )
}

export interface UnmatchedRow extends Row<'tax_certificate', 'id' | 'path' | 'file_id' | 'at' | 'problem'> {
  problem: CertificateProblem
}

const maxUnmatched = 500

/** Returns the unmatched certificates, in upload order. */
export async function unmatchedCertificates(ctx: Context, id: number): Promise<UnmatchedRow[]> {
  return ctx.rows<UnmatchedRow>`select id, path, file_id, at, problem from tax_certificate
    where declaration_id = ${id} and operator_id is null order by id limit ${maxUnmatched}`
}

/** Locks and returns one unmatched certificate. */
export async function lockUnmatched(ctx: Context, declarationId: number, id: number): Promise<UnmatchedRow | undefined> {
  return ctx.row<UnmatchedRow>`select id, path, file_id, at, problem from tax_certificate
    where declaration_id = ${declarationId} and id = ${id} and operator_id is null for no key update`
}

/** Finds payees of a period by the index of their ID number, and whether they have a certificate. */
export async function peopleByNumbers(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>, indexes: readonly string[]) {
  // Reads operators first, because right after the lines are written the planner has no statistics on their number.
  const rows = await ctx.rows<Row<'operator', 'id' | 'id_number_index'> & { has: boolean }>`
    with person as materialized (select id, id_number_index from operator where id_number_index = any(${[...indexes]}::text[]))
    select person.id, person.id_number_index,
      exists (select from tax_certificate paper where paper.declaration_id = line.declaration_id and paper.operator_id = line.operator_id) as has
    from person join tax_line line on line.operator_id = person.id
    where line.declaration_id = ${id} and line.edition = ${edition}`
  return new Map(rows.map((row) => [row.id_number_index, row]))
}

/** Finds a payee's line in a period and whether they have a certificate; undefined without a line. */
export async function findPayee(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>, operatorId: number) {
  return ctx.row<Row<'tax_line', 'name'> & { has: boolean }>`select line.name,
      exists (select from tax_certificate paper where paper.declaration_id = line.declaration_id and paper.operator_id = line.operator_id) as has
    from tax_line line where line.declaration_id = ${id} and line.edition = ${edition} and line.operator_id = ${operatorId}`
}

export interface NewCertificate extends Row<'tax_certificate', 'operator_id' | 'path' | 'file_id' | 'sha256' | 'by_id' | 'problem'> {
  problem: CertificateProblem | ''
}

export async function insert(ctx: Context, row: Pick<PeriodRow, 'id' | 'centre_id'>, papers: readonly NewCertificate[]): Promise<void> {
  if (papers.length === 0) return
  await ctx.db
    .insertInto('tax_certificate')
    .values(papers.map((paper) => ({ ...paper, declaration_id: row.id, centre_id: row.centre_id, at: ctx.now })))
    .execute()
}

/** Returns which of these digests the period already has. An archive uploaded twice adds nothing. */
export async function storedDigests(ctx: Context, id: number, digests: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<
    Row<'tax_certificate', 'sha256'>
  >`select sha256 from tax_certificate where declaration_id = ${id} and sha256 = any(${[...digests]}::text[])`
  return new Set(rows.map((row) => row.sha256))
}

export async function attachCertificate(ctx: Context, id: number, to: { operatorId: number; fileId: string }): Promise<void> {
  await ctx.db
    .updateTable('tax_certificate')
    .set({ operator_id: to.operatorId, problem: '', is_by_hand: true, file_id: to.fileId })
    .where('id', '=', id)
    .execute()
}

export async function remove(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('tax_certificate').where('id', '=', id).execute()
}
