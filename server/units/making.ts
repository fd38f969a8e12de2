import { unitRefusals } from '#/api/units.texts.ts'
import { creditCodeProblem, readIdNumber } from '#/domain/identity.ts'
import { dayOf } from '#/domain/period.ts'
import { lowestRate, termsProblem, type UnitTerms, usualTerms } from '#/domain/unit.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { nextNumber } from '#/server/kernel/numbers.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { setLegalPerson } from '#/server/relations/public.ts'
import * as store from '#/server/units/store-making.ts'

/** What was agreed for a centre and mode; whatever is left out is as usual. */
export interface NewSetting extends Partial<Omit<UnitTerms, 'feePlanId'>> {
  readonly centreId: number
  readonly mode: Mode
  readonly feePlanId: number
}

/** A unit to be. */
export interface NewUnit {
  readonly name: string
  readonly creditCode: string
  readonly legalPerson: string
  /** With it the legal person cannot be paid by the unit. */
  readonly legalIdNumber?: string | undefined
  readonly source?: 'registration' | 'centre' | undefined
  readonly bizKind: 'ordinary' | 'platform'
  readonly industry: string
  readonly contactName: string
  readonly contactMobile: string
  readonly email?: string | undefined
  readonly address?: string | undefined
  readonly taxpayerKind?: 'general' | 'small' | undefined
  readonly description?: string | undefined
  readonly licenceFileId?: string | undefined
  readonly partnerId?: number | undefined
  readonly marketerId?: number | undefined
  readonly salesmanId?: number | undefined
  readonly settings: readonly NewSetting[]
  /** What its invoices are made out to; name and tax number are the unit's own where nothing else is said. */
  readonly title?: Partial<store.NewTitle> | undefined
  /** It waits for its contract (state 3) until `activateUnit`; else it is at work at once. */
  readonly waitsForContract?: boolean | undefined
}

/** An identity number as it is kept; refuses a wrong one. */
export function expectIdNumber(typed: string): string {
  const number = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return readIdNumber(number).isValid ? number : refuse(unitRefusals, 'legalIdNumber')
}

const percent = (ppm: number) => `${ppm / 10_000}%`

/** A rate as people read it. */
export { percent }

/** Refuses terms that contradict themselves, a plan that is not for this mode and day, and channels of another centre; answers the plan. */
export async function expectTerms(ctx: Context, of: { centreId: number; mode: Mode; day: string }, terms: UnitTerms): Promise<store.PlanRow> {
  const problem = termsProblem(terms)
  if (problem) refuse(unitRefusals, problem)
  const plan = await store.planOn(ctx, terms.feePlanId, of.day)
  if (plan?.mode !== of.mode) refuse(unitRefusals, 'planUnfit')
  const channels = await store.channelsAmong(ctx, of.centreId, terms.channelIds)
  if (channels.length !== new Set(terms.channelIds).size) refuse(unitRefusals, 'channelUnfit')
  return plan
}

/** Opens a centre and mode for a unit, with terms that are in force at once; refuses a plan below the floor. */
export async function openSetting(ctx: Context, unitId: number, wanted: NewSetting, reason = ''): Promise<number> {
  const { centreId, mode, ...given } = wanted
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const terms: UnitTerms = { ...usualTerms, feePlanId: wanted.feePlanId, ...set }
  const day = dayOf(ctx.now)
  if (!(await store.hasMode(ctx, centreId, mode))) refuse(unitRefusals, 'centreUnfit')
  const plan = await expectTerms(ctx, { centreId, mode, day }, terms)
  const floor = await store.floorOn(ctx, { centreId, unitId, day })
  const rate = lowestRate(plan.tiers)
  if (floor !== null && rate < floor) refuse(unitRefusals, 'belowFloor', { rate: percent(rate), floor: percent(floor) })
  const accountNo = (await nextNumber(ctx, 'VA', centreId)).slice(2)
  const settingId = await store.insertSetting(ctx, { unitId, centreId, mode, accountNo })
  const head = { settingId, unitId, centreId, no: 1, effectiveFrom: day, inForceAt: ctx.now, needsSecond: false, restoresNo: null, reason }
  await store.insertVersion(ctx, { ...head, terms })
  return settingId
}

/** Who is to look after a unit; null takes somebody away. */
export interface Team {
  readonly marketerId?: number | null | undefined
  readonly salesmanId?: number | null | undefined
  readonly partnerId?: number | null | undefined
}

/** Why these people cannot look after a unit that works at these centres; null when they can. */
export async function expectTeam(
  ctx: Context,
  centreIds: readonly number[],
  { marketerId, salesmanId, partnerId }: Team,
): Promise<'staffUnfit' | 'partnerUnfit' | null> {
  const posts = [
    [marketerId, 2],
    [salesmanId, 3],
  ] as const
  for (const [userId, post] of posts) if (userId && !(await store.isSales(ctx, { userId, post }, centreIds))) return 'staffUnfit'
  return partnerId && !(await store.isPartner(ctx, partnerId)) ? 'partnerUnfit' : null
}

function titleOf(input: NewUnit): store.NewTitle {
  const { title = {}, name, creditCode, email = '', address = '' } = input
  return { name, taxNo: creditCode, address, telephone: '', bank: '', accountNo: '', email, ...title }
}

/** Makes a unit; the caller has already asked whether this person may. */
export async function makeUnit(ctx: Context, input: NewUnit): Promise<{ unitId: number; code: string }> {
  const creditCode = input.creditCode.toUpperCase()
  if (creditCodeProblem(creditCode)) refuse(unitRefusals, 'creditCode')
  const [first] = input.settings
  if (!first) refuse(unitRefusals, 'settingNeeded')
  if (new Set(input.settings.map((each) => `${each.centreId}:${each.mode}`)).size !== input.settings.length) refuse(unitRefusals, 'settingTwice')
  return ctx.widen('a new unit is nobody’s yet', async () => {
    const taken = await store.byCreditCode(ctx, creditCode)
    if (taken) refuse(unitRefusals, 'creditCodeTaken', { name: taken.name })
    const misfit = await expectTeam(
      ctx,
      input.settings.map((setting) => setting.centreId),
      input,
    )
    if (misfit) refuse(unitRefusals, misfit)
    const code = await nextNumber(ctx, 'DW', first.centreId)
    const unitId = await store.insertUnit(ctx, {
      code,
      name: input.name,
      creditCode,
      legalPerson: input.legalPerson,
      bizKind: input.bizKind,
      industry: input.industry,
      contactName: input.contactName,
      contactMobile: input.contactMobile,
      email: input.email ?? '',
      address: input.address ?? '',
      taxpayerKind: input.taxpayerKind ?? 'general',
      description: input.description ?? '',
      licenceFileId: input.licenceFileId ?? null,
      status: input.waitsForContract ? 3 : 8,
      partnerId: input.partnerId ?? null,
      marketerId: input.marketerId ?? null,
      salesmanId: input.salesmanId ?? null,
    })
    for (const setting of input.settings) await openSetting(ctx, unitId, setting)
    if (input.legalIdNumber)
      await setLegalPerson(ctx, unitId, { name: input.legalPerson, idNumber: expectIdNumber(input.legalIdNumber), source: input.source ?? 'centre' })
    await store.insertTitle(ctx, unitId, titleOf({ ...input, creditCode }))
    const places = input.settings.map(({ centreId, mode, feePlanId }) => ({ centreId, mode, feePlanId }))
    ctx.note({ refType: 'unit', refId: unitId, unitId, centreId: first.centreId, detail: { no: code, name: input.name, creditCode, settings: places } })
    return { unitId, code }
  })
}
