import { type Expression, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { DisplayedGround } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { centreCondition, type GeneratedState } from '#/server/taxation/platformreports/store.ts'

export interface CentreSums extends Row<'platform_report_part', 'centre_id' | 'gross_fen' | 'refund_fen' | 'net_fen'> {
  centre_name: string
  people: number
  payments: number
}

const sumColumns = sql`count(distinct (part.operator_id, part.entity_id))::integer as people, coalesce(sum(part.payment_count), 0)::integer as payments,
  coalesce(sum(part.gross_fen), 0)::bigint as gross_fen, coalesce(sum(part.refund_fen), 0)::bigint as refund_fen, coalesce(sum(part.net_fen), 0)::bigint as net_fen`

/** Returns the part of each centre in a report. */
export async function sumsOf(ctx: Context, reportId: number): Promise<CentreSums[]> {
  return ctx.rows<CentreSums>`select part.centre_id, centre.name as centre_name, ${sumColumns} from platform_report_part part join centre on centre.id = part.centre_id
    where part.report_id = ${reportId} and ${centreCondition(ctx, 'part')} group by part.centre_id, centre.name order by part.centre_id`
}

export interface ContributionRow extends CentreSums, Row<'platform_report', 'quarter' | 'edition' | 'state'> {
  id: Row<'platform_report'>['id']
  state: GeneratedState
  reported_on: Row<'platform_report'>['reported_on']
}

/** Returns the parts of the caller's centres in the newest edition of each report of the platform. */
export async function contributions(ctx: Context): Promise<ContributionRow[]> {
  return ctx.widen('a centre’s part of the platform report', async () => {
    return ctx.rows<ContributionRow>`select report.id, report.quarter, report.edition, report.state, report.reported_on::text as reported_on, centre.id as centre_id,
        centre.name as centre_name, ${sumColumns}
      from platform_report report join reporter_plan plan on plan.id = report.plan_id
        join (select *, id as centre_id from centre) centre on centre.id = any(plan.centre_ids) and ${centreCondition(ctx, 'centre')}
        left join platform_report_part part on part.report_id = report.id and part.centre_id = centre.id
      where report.centre_id is null and report.edition = (select max(edition) from platform_report last where last.centre_id is null and last.quarter = report.quarter)
      group by report.id, centre.id, centre.name`
  })
}

export interface PartRow
  extends Row<
      'platform_report_part',
      'id' | 'source_platform' | 'nickname' | 'user_no' | 'ground' | 'rule' | 'payment_count' | 'gross_fen' | 'refund_fen' | 'net_fen'
    >,
    Row<'platform_report_row', 'code' | 'name' | 'entity_name'> {
  ground: DisplayedGround | null
  centre_name: string
}

export interface PartFilter {
  readonly reportId: number
  readonly onlyExcluded?: boolean | undefined
  readonly keyword?: string | undefined
}

/** Lists the income behind a report by person, centre and account, within the caller's centres. */
export async function listParts(
  ctx: Context,
  { reportId, onlyExcluded, keyword }: PartFilter,
  page: PageRequest,
): Promise<{ rows: PartRow[]; count: number; next: number | null }> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`part.report_id = ${reportId}`, centreCondition(ctx, 'part')]
  if (onlyExcluded) conditions.push(sql<SqlBool>`part.ground is not null`)
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(sql<SqlBool>`(part.nickname ilike ${likePattern} or part.user_no ilike ${likePattern} or part.source_platform ilike ${likePattern}
      or exists (select from platform_report_row person where person.report_id = part.report_id and person.operator_id = part.operator_id and (person.name ilike ${likePattern} or person.entity_name ilike ${likePattern})))`)
  }
  const listing: Listing = { table: sql`platform_report_part part`, where: allOf(conditions), id: sql`part.id` }
  // The report may belong to the platform. The condition restricts it to the caller's centres.
  return ctx.widen('a centre’s part of the platform report', async () => {
    const { ids, next } = await pageKeys(ctx, listing, page)
    const rows =
      await ctx.rows<PartRow>`select part.id, part.source_platform, part.nickname, part.user_no, part.ground, part.rule, part.payment_count, part.gross_fen, part.refund_fen,
        part.net_fen, person.code, person.name, person.entity_name, centre.name as centre_name
      from platform_report_part part join centre on centre.id = part.centre_id
        join platform_report_row person on person.report_id = part.report_id and person.operator_id = part.operator_id and person.entity_id is not distinct from part.entity_id
      where part.id = any(${ids}::bigint[]) order by part.id desc`
    return { rows, count: await countOf(ctx, listing), next }
  })
}

export interface IncomePart
  extends Row<
    'platform_report_part',
    'operator_id' | 'entity_id' | 'ground' | 'source_platform' | 'nickname' | 'user_no' | 'gross_fen' | 'refund_fen' | 'net_fen' | 'fee_fen' | 'payment_count'
  > {
  ground: DisplayedGround | null
}

/** Returns the lines of the income form: people by account on a platform and ground, summed over all centres. */
export async function incomeOf(ctx: Context, reportId: number): Promise<IncomePart[]> {
  return ctx.rows<IncomePart>`select part.operator_id, part.entity_id, part.source_platform, part.nickname, part.user_no, part.ground, sum(part.gross_fen)::bigint as gross_fen,
      sum(part.refund_fen)::bigint as refund_fen, sum(part.net_fen)::bigint as net_fen, sum(part.fee_fen)::bigint as fee_fen, sum(part.payment_count)::integer as payment_count
    from platform_report_part part where part.report_id = ${reportId} and ${centreCondition(ctx, 'part')} group by 1, 2, 3, 4, 5, 6
    order by part.operator_id, coalesce(part.entity_id, 0), part.source_platform, part.user_no, part.ground nulls first`
}

interface ExcludedRow extends Row<'platform_report_part', 'operator_id' | 'entity_id' | 'rule' | 'ground'> {
  ground: DisplayedGround
}

/** Returns the rules that exclude income of these people of a report, by person. */
export async function exclusionRules(ctx: Context, reportId: number, operatorIds: readonly number[]) {
  return ctx.rows<ExcludedRow>`select distinct part.operator_id, part.entity_id, part.rule, part.ground
    from platform_report_part part where part.report_id = ${reportId} and part.operator_id = any(${[...operatorIds]}::bigint[]) and part.ground is not null and ${centreCondition(ctx, 'part')}
    order by part.rule`
}
