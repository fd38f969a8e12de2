import { sql } from 'kysely'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { UnitTerms } from '#/domain/organisations/unit.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { channelNames, ownChannels } from '#/server/organisations/units/questions.ts'

/** Finds the unit with this credit code, visible to the caller or not. */
export async function findByCreditCode(ctx: Context, creditCode: string): Promise<Row<'unit', 'id' | 'name'> | undefined> {
  return ctx.db.selectFrom('unit').select(['id', 'name']).where('credit_code', '=', creditCode).executeTakeFirst()
}

/** Returns which of these credit codes exist. */
export async function existingCreditCodes(ctx: Context, creditCodes: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'unit', 'credit_code'>>`select credit_code from unit where credit_code = any(${[...creditCodes]}::text[])`
  return new Set(rows.map((row) => row.credit_code))
}

/** Returns whether a centre is active and offers the mode. */
export async function hasMode(ctx: Context, centreId: number, mode: Mode): Promise<boolean> {
  // Disabling the centre waits. Behind a disabling, the statement checks the row again.
  return (await ctx.rows`select from centre where id = ${centreId} and is_active and ${mode} = any(modes) for key share`).length > 0
}

/** Returns which of these channels belong to the centre. */
export const channelsOfCentre = async (ctx: Context, centreId: number, ids: readonly number[]): Promise<number[]> =>
  (await ctx.row<{ ids: number[] }>`select ${ask(ctx, ownChannels, sql`${centreId}`, sql`${[...ids]}::bigint[]`)} as ids`)?.ids ?? []

/** Returns the names of channels in the given order. */
export async function namesOfChannels(ctx: Context, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await ctx.row<{ names: string[] }>`select ${ask(ctx, channelNames, sql`${[...ids]}::bigint[]`)} as names`)?.names ?? []
}

/** Returns whether a person works at one of these centres in this post (2 marketer, 3 salesman). */
export async function isSalesStaff(ctx: Context, who: { userId: number; post: 2 | 3 }, centreIds: readonly number[]): Promise<boolean> {
  const rows = await ctx.rows`select from app_user join user_centre post on post.user_id = app_user.id
    where app_user.id = ${who.userId} and app_user.usertype = ${userType.centre} and app_user.poststatus = ${who.post}
      and app_user.status = ${accountStatus.active}
      and post.centre_id = any(${[...centreIds]}::bigint[])`
  return rows.length > 0
}

/** Returns whether an active partner with an agreement in effect has this id. */
export const isReadyPartner = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.rows`select from partner where id = ${id} and is_active and app.partner_ready(id, ${dayOf(ctx.now)}::date)`).length > 0

export interface NewUnitRow {
  readonly code: string
  readonly name: string
  readonly creditCode: string
  readonly legalPerson: string
  readonly bizKind: 'ordinary' | 'platform'
  readonly industry: string
  readonly contactName: string
  readonly contactMobile: string
  readonly email: string
  readonly address: string
  readonly taxpayerKind: 'general' | 'small'
  readonly description: string
  readonly licenceFileId: string | null
  readonly status: typeof accountStatus.signing | typeof accountStatus.active
  readonly partnerId: number | null
  readonly marketerId: number | null
  readonly salesmanId: number | null
}

/** Adds units. Returns their ids by number. */
export async function insertUnits(ctx: Context, units: readonly NewUnitRow[]): Promise<Map<string, number>> {
  const values = units.map((unit) => ({
    code: unit.code,
    name: unit.name,
    credit_code: unit.creditCode,
    legal_person: unit.legalPerson,
    biz_kind: unit.bizKind,
    industry: unit.industry,
    contact_name: unit.contactName,
    contact_mobile: unit.contactMobile,
    email: unit.email,
    address: unit.address,
    taxpayer_kind: unit.taxpayerKind,
    description: unit.description,
    licence_file_id: unit.licenceFileId,
    status: unit.status,
    partner_id: unit.partnerId,
    marketer_id: unit.marketerId,
    salesman_id: unit.salesmanId,
    created_at: ctx.now,
  }))
  const rows = await ctx.db.insertInto('unit').values(values).returning(['id', 'code']).execute()
  return new Map(rows.map((row) => [row.code, row.id]))
}

/** Adds settings for units. Returns the ids in the same order. */
export async function insertSettings(
  ctx: Context,
  settings: readonly { unitId: number; centreId: number; mode: Mode; accountNo: string }[],
): Promise<number[]> {
  const values = settings.map((of) => ({ unit_id: of.unitId, centre_id: of.centreId, mode: of.mode, virtual_account_no: of.accountNo }))
  const rows = await ctx.db.insertInto('unit_setting').values(values).returning(['id', 'virtual_account_no']).execute()
  const byAccount = new Map(rows.map((row) => [row.virtual_account_no, row.id]))
  return settings.map((of) => byAccount.get(of.accountNo) as number)
}

export interface NewVersion {
  readonly settingId: number
  readonly unitId: number
  readonly centreId: number
  readonly no: number
  readonly terms: UnitTerms
  readonly effectiveFrom: string
  /** Null while an approval is pending. */
  readonly inForceAt: Date | null
  readonly needsSecond: boolean
  readonly reason: string
  readonly restoresNo: number | null
}

function versionRow(ctx: Context, version: NewVersion) {
  const { terms } = version
  return {
    setting_id: version.settingId,
    unit_id: version.unitId,
    centre_id: version.centreId,
    no: version.no,
    fee_plan_id: terms.feePlanId,
    tax_bearer: terms.taxBearer,
    fee_bearer: terms.feeBearer,
    fee_unit_share_ppm: terms.feeUnitSharePpm,
    sign_required: terms.signRequired,
    sign_way: terms.signWay,
    dual_control: terms.dualControl,
    freeze_on_submit: terms.freezeOnSubmit,
    auto_audit_limit_fen: terms.autoAuditLimit,
    single_limit_fen: terms.singleLimit,
    day_limit_fen: terms.dayLimit,
    month_limit_fen: terms.monthLimit,
    evidence_limit_fen: terms.evidenceLimit,
    low_balance_fen: terms.lowBalance,
    channel_ids: [...terms.channelIds],
    invoice_way: terms.invoiceWay,
    invoice_categories: [...terms.invoiceCategories],
    notice_mobiles: [...terms.noticeMobiles],
    effective_from: version.effectiveFrom,
    in_force_at: version.inForceAt,
    state: version.inForceAt === null ? 'pending' : 'approved',
    needs_second: version.needsSecond,
    reason: version.reason,
    restores_no: version.restoresNo,
    created_by: ctx.actor.userId > 0 ? ctx.actor.userId : null,
    created_at: ctx.now,
  }
}

/** Adds a version of the terms. */
export async function insertVersion(ctx: Context, version: NewVersion): Promise<number> {
  const row = await ctx.db.insertInto('unit_setting_version').values(versionRow(ctx, version)).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Adds the first versions of several settings. */
export async function insertVersions(ctx: Context, versions: readonly NewVersion[]): Promise<void> {
  await ctx.db
    .insertInto('unit_setting_version')
    .values(versions.map((version) => versionRow(ctx, version)))
    .execute()
}

export interface NewTitle {
  readonly name: string
  readonly taxNo: string
  readonly address: string
  readonly telephone: string
  readonly bank: string
  readonly accountNo: string
  readonly email: string
}

/** Adds the default invoice titles of units. */
export async function insertTitles(ctx: Context, titles: readonly (NewTitle & { readonly unitId: number })[]): Promise<void> {
  const values = titles.map((title) => ({
    unit_id: title.unitId,
    name: title.name,
    tax_no: title.taxNo,
    address: title.address,
    telephone: title.telephone,
    bank: title.bank,
    account_no: title.accountNo,
    email: title.email,
    is_default: true,
    created_at: ctx.now,
  }))
  await ctx.db.insertInto('invoice_title').values(values).execute()
}

/** Activates a unit that waits for its contract. Returns whether it was waiting. */
export async function activateUnit(ctx: Context, unitId: number): Promise<boolean> {
  const [result] = await ctx.db
    .updateTable('unit')
    .set({ status: accountStatus.active })
    .where('id', '=', unitId)
    .where('status', '=', accountStatus.signing)
    .execute()
  return Number(result?.numUpdatedRows ?? 0) > 0
}

/** Sets the contract under which a unit works at a centre in a mode. */
export async function setContract(ctx: Context, of: { unitId: number; centreId: number; mode: Mode; contractId: number }): Promise<void> {
  await ctx.db
    .updateTable('unit_setting')
    .set({ contract_id: of.contractId })
    .where('unit_id', '=', of.unitId)
    .where('centre_id', '=', of.centreId)
    .where('mode', '=', of.mode)
    .execute()
}
