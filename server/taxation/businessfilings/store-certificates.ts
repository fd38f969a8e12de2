import type { FilingKind } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { CertificateProblem } from '#/server/taxation/periods/public.ts'

interface FilingPeriodKey {
  readonly centreId: number
  readonly kind: FilingKind
  readonly period: string
}

export interface UnmatchedRow extends Row<'business_filing_certificate', 'id' | 'path' | 'file_id' | 'at' | 'problem'> {
  problem: CertificateProblem
}

const maxUnmatched = 500

/** Returns the unmatched certificates of a period, in upload order. */
export async function unmatchedCertificates(ctx: Context, { centreId, kind, period }: FilingPeriodKey): Promise<UnmatchedRow[]> {
  return ctx.rows<UnmatchedRow>`select id, path, file_id, at, problem from business_filing_certificate
    where centre_id = ${centreId} and kind = ${kind} and period = ${period} and filing_id is null order by id limit ${maxUnmatched}`
}

/** Returns the filings of a period that have or may receive a certificate, by credit code. */
export async function filingsByCode(ctx: Context, { centreId, kind, period }: FilingPeriodKey, codes: readonly string[]) {
  const rows = await ctx.widen(
    'names of filings in sight',
    () =>
      ctx.rows<
        Row<'business_filing', 'id' | 'operator_id' | 'edition'> & { code: string; has: boolean }
      >`select filing.id, filing.operator_id, filing.edition, entity.credit_code as code,
        exists (select from business_filing_certificate paper where paper.filing_id = filing.id) as has
      from business_filing filing join operator_entity entity on entity.id = filing.entity_id
      where filing.centre_id = ${centreId} and filing.kind = ${kind} and filing.period = ${period} and entity.credit_code = any(${[...codes]}::text[])
        and (filing.state in ('declared', 'paid') or exists (select from business_filing_certificate paper where paper.filing_id = filing.id)) for no key update of filing`,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

export interface NewCertificate {
  readonly filing_id: number | null
  readonly operator_id: number | null
  readonly path: string
  readonly problem: CertificateProblem | ''
  readonly file_id: string | null
  readonly sha256: string
  readonly by_id: number
}

export async function insert(ctx: Context, { centreId, kind, period }: FilingPeriodKey, papers: readonly NewCertificate[]): Promise<void> {
  if (papers.length === 0) return
  await ctx.db
    .insertInto('business_filing_certificate')
    .values(papers.map((paper) => ({ ...paper, centre_id: centreId, kind, period, at: ctx.now })))
    .execute()
}

/** Returns which of these digests the period already has. An archive uploaded twice adds nothing. */
export async function storedDigests(ctx: Context, { centreId, kind, period }: FilingPeriodKey, digests: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'business_filing_certificate', 'sha256'>>`select sha256 from business_filing_certificate
    where centre_id = ${centreId} and kind = ${kind} and period = ${period} and sha256 = any(${[...digests]}::text[])`
  return new Set(rows.map((row) => row.sha256))
}

/** Returns the paid filings of a period that now have their certificate. */
export const lockCertifiedFilings = (ctx: Context, { centreId, kind, period }: FilingPeriodKey) => ctx.rows<
  Row<'business_filing', 'id' | 'centre_id' | 'operator_id' | 'edition'>
>`select id, centre_id, operator_id, edition from business_filing filing
    where centre_id = ${centreId} and kind = ${kind} and period = ${period} and state = 'paid'
      and exists (select from business_filing_certificate paper where paper.filing_id = filing.id) order by id for no key update`

type RemovedCertificate = Row<'business_filing_certificate', 'path' | 'centre_id' | 'file_id' | 'sha256'>

/** Deletes an unmatched certificate in the caller's scope and returns it. */
export async function remove(ctx: Context, id: number): Promise<RemovedCertificate | undefined> {
  return ctx.row<RemovedCertificate>`delete from business_filing_certificate paper
    where id = ${id} and filing_id is null and ${inScope({ ...ctx.scope, unitIds: [] }, 'paper', { mode: true })} returning path, centre_id, file_id, sha256`
}
