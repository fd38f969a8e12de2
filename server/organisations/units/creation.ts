import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { creditCodeProblem, readIdNumber } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import { assignedRoles, defaultUnitTerms, highestRate, lowestRate, type UnitTerms, unitTermsProblem } from '#/domain/organisations/unit.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { storedName } from '#/server/kernel/installation/presets.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { type NumberPrefix, nextNumbers } from '#/server/kernel/rows/numbers.ts'
import { lockFees, type PlanOfDay, planOnDay, priceFloorsOf, type RatedPlace } from '#/server/organisations/fees/public.ts'
import { setLegalPerson } from '#/server/organisations/relations/public.ts'
import { unknownCategories } from '#/server/organisations/units/questions.ts'
import { proposeAssignments } from '#/server/organisations/units/store-assignments.ts'
import * as store from '#/server/organisations/units/store-creation.ts'

/** The terms for a centre and mode; omitted ones take the defaults. Two people may later loosen the guarded duties. */
export interface NewSetting extends Partial<Omit<UnitTerms, 'feePlanId' | 'dualControl' | 'signRequired'>> {
  readonly centreId: number
  readonly mode: Mode
  readonly feePlanId: number
}

/** A unit to be created. */
export interface NewUnit {
  readonly name: string
  readonly creditCode: string
  readonly legalPerson: string
  /** Identity number of the legal person, whom the unit then cannot pay. */
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
  /** Parties that a second person approves. */
  readonly partnerId?: number | undefined
  readonly marketerId?: number | undefined
  readonly salesmanId?: number | undefined
  /** The inviter of the application that a reviewer approves, who is a party from the beginning. */
  readonly inviter?: { readonly partnerId?: number; readonly marketerId?: number; readonly salesmanId?: number } | undefined
  readonly settings: readonly NewSetting[]
  /** The invoice title; name and tax number default to the unit's own. */
  readonly title?: Partial<store.NewTitle> | undefined
  /** Whether the unit waits for its contract (status 3) until `activateUnit`; otherwise it is active at once. */
  readonly waitsForContract?: boolean | undefined
}

/** Normalizes an identity number. Refuses invalid ones. */
export function expectIdNumber(typed: string): string {
  const number = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return readIdNumber(number).isValid ? number : refuse(unitRefusals, 'legalIdNumber')
}

const formatPercent = (ppm: number) => `${ppm / 10_000}%`

export { formatPercent }

/**
 * Returns the plan of the terms. Refuses contradictory terms, plans that do not fit mode or day, channels of other
 * centres, and unknown invoice categories.
 */
export async function expectTerms(ctx: Context, of: { centreId: number; mode: Mode; day: string }, terms: UnitTerms): Promise<PlanOfDay> {
  const problem = unitTermsProblem(terms)
  if (problem) refuse(unitRefusals, problem)
  const plan = await planOnDay(ctx, terms.feePlanId, of.day)
  if (plan?.mode !== of.mode) refuse(unitRefusals, 'planUnfit')
  const channels = await store.channelsOfCentre(ctx, of.centreId, terms.channelIds)
  if (channels.length !== new Set(terms.channelIds).size) refuse(unitRefusals, 'channelUnfit')
  const unknownNames = await ask(ctx, unknownCategories, terms.invoiceCategories)
  if (unknownNames.length > 0) refuse(unitRefusals, 'categoryUnknown', { names: unknownNames })
  return plan
}

interface PlacedSetting extends NewSetting {
  readonly unitId: number
}

/** Caches the results of a query while many units are created. */
function memoise<A extends readonly unknown[], T>(ask: (...of: A) => Promise<T>): (...of: A) => Promise<T> {
  const resultByKey = new Map<string, Promise<T>>()
  return (...of) => {
    const key = JSON.stringify(of)
    const result = resultByKey.get(key) ?? ask(...of)
    resultByKey.set(key, result)
    return result
  }
}

/** Allocates numbers centre by centre, and returns them in input order. */
async function allocateNumbers(ctx: Context, prefix: NumberPrefix, centreIds: readonly number[]): Promise<string[]> {
  const numbersByCentre = new Map<number, string[]>()
  for (const centreId of new Set(centreIds))
    numbersByCentre.set(centreId, await nextNumbers(ctx, prefix, centreId, centreIds.filter((each) => each === centreId).length))
  return centreIds.map((centreId) => numbersByCentre.get(centreId)?.shift() ?? '')
}

/** Opens centres and modes for units with terms in force at once. Refuses plans below the floor. */
async function openSettings(ctx: Context, requested: readonly PlacedSetting[], reason: string): Promise<number[]> {
  const day = dayOf(ctx.now)
  await lockFees(ctx)
  const hasMode = memoise((centreId: number, mode: Mode) => store.hasMode(ctx, centreId, mode))
  const planFor = memoise((centreId: number, mode: Mode, terms: UnitTerms) => expectTerms(ctx, { centreId, mode, day }, terms))
  const accountNumbers = await allocateNumbers(
    ctx,
    'VA',
    requested.map((each) => each.centreId),
  )
  const allTerms: { place: PlacedSetting; terms: UnitTerms; ratedPlace: RatedPlace }[] = []
  for (const place of requested) {
    const { centreId, mode, unitId, ...given } = place
    const definedTerms = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const terms: UnitTerms = { ...defaultUnitTerms, feePlanId: place.feePlanId, ...definedTerms }
    if (!(await hasMode(centreId, mode))) refuse(unitRefusals, 'centreUnfit')
    const { tiers } = await planFor(centreId, mode, terms)
    allTerms.push({ place, terms, ratedPlace: { unitId, centreId, mode, lowestPpm: lowestRate(tiers), highestPpm: highestRate(tiers) } })
  }
  const ratedPlaces = allTerms.map((each) => each.ratedPlace)
  const floors = await priceFloorsOf(ctx, ratedPlaces, day)
  for (const [at, { lowestPpm }] of ratedPlaces.entries()) {
    const floor = floors[at] ?? null
    if (floor !== null && lowestPpm < floor) refuse(unitRefusals, 'belowFloor', { rate: formatPercent(lowestPpm), floor: formatPercent(floor) })
  }
  const ids = await store.insertSettings(
    ctx,
    requested.map(({ unitId, centreId, mode }, at) => ({ unitId, centreId, mode, accountNo: (accountNumbers[at] ?? '').slice(2) })),
  )
  const firstVersion = { no: 1, effectiveFrom: day, inForceAt: ctx.now, needsSecond: false, restoresNo: null, reason }
  await store.insertVersions(
    ctx,
    allTerms.map(({ place, terms }, at) => ({ ...firstVersion, settingId: ids[at] as number, unitId: place.unitId, centreId: place.centreId, terms })),
  )
  return ids
}

/** Opens a centre and mode for one unit. */
export async function openSetting(ctx: Context, unitId: number, requested: NewSetting, reason = ''): Promise<number> {
  const [id] = await openSettings(ctx, [{ ...requested, unitId }], reason)
  return id as number
}

/** The people assigned to a unit. Null removes the current one. */
export interface UnitAssignees {
  readonly marketerId?: number | null | undefined
  readonly salesmanId?: number | null | undefined
  readonly partnerId?: number | null | undefined
}

/** Returns why these people cannot be assigned to a unit at these centres, or null if they can. */
export async function assigneesProblem(
  ctx: Context,
  centreIds: readonly number[],
  { marketerId, salesmanId, partnerId }: UnitAssignees,
): Promise<'staffUnfit' | 'partnerUnfit' | null> {
  const posts = [
    [marketerId, 2],
    [salesmanId, 3],
  ] as const
  for (const [userId, post] of posts) if (userId && !(await store.isSalesStaff(ctx, { userId, post }, centreIds))) return 'staffUnfit'
  return partnerId && !(await store.isReadyPartner(ctx, partnerId)) ? 'partnerUnfit' : null
}

function invoiceTitleOf(input: NewUnit): store.NewTitle {
  const { title = {}, name, creditCode, email = '', address = '' } = input
  return { name, taxNo: creditCode, address, telephone: '', bank: '', accountNo: '', email, ...title }
}

/** Refuses contradictory input for a new unit. */
function expectConsistent(input: NewUnit): void {
  if (creditCodeProblem(input.creditCode)) refuse(unitRefusals, 'creditCode')
  if (input.settings.length === 0) refuse(unitRefusals, 'settingNeeded')
  if (new Set(input.settings.map((setting) => `${setting.centreId}:${setting.mode}`)).size !== input.settings.length) refuse(unitRefusals, 'settingTwice')
}

function rowOf(input: NewUnit, code: string, language: Language): store.NewUnitRow {
  return {
    code,
    name: input.name,
    creditCode: input.creditCode,
    legalPerson: input.legalPerson,
    bizKind: input.bizKind,
    industry: storedName(input.industry, language),
    contactName: input.contactName,
    contactMobile: input.contactMobile,
    email: input.email ?? '',
    address: input.address ?? '',
    taxpayerKind: input.taxpayerKind ?? 'general',
    description: input.description ?? '',
    licenceFileId: input.licenceFileId ?? null,
    status: input.waitsForContract ? 3 : 8,
    partnerId: input.inviter?.partnerId ?? null,
    marketerId: input.inviter?.marketerId ?? null,
    salesmanId: input.inviter?.salesmanId ?? null,
  }
}

/** Proposes the chosen parties of a new unit to a second person. */
async function proposeParties(ctx: Context, unitId: number, { partnerId, marketerId, salesmanId }: NewUnit): Promise<void> {
  const chosen = { partner: partnerId, marketer: marketerId, salesman: salesmanId }
  const parties = new Map(assignedRoles.flatMap((role) => (chosen[role] === undefined ? [] : [[role, chosen[role]] as const])))
  if (parties.size > 0) await proposeAssignments(ctx, { unitId, since: ctx.now.toISOString(), parties })
}

/** Creates units in a fixed number of statements, in input order. Callers must have checked the permission. */
export async function makeUnits(ctx: Context, units: readonly NewUnit[]): Promise<{ unitId: number; code: string }[]> {
  if (units.length === 0) return []
  const inputs = units.map((input) => ({ ...input, creditCode: input.creditCode.toUpperCase() }))
  for (const input of inputs) expectConsistent(input)
  return ctx.widen('a new unit without an owner', async () => {
    const [taken] = await store.existingCreditCodes(
      ctx,
      inputs.map((input) => input.creditCode),
    )
    if (taken !== undefined) refuse(unitRefusals, 'creditCodeTaken', { name: (await store.findByCreditCode(ctx, taken))?.name ?? '' })
    const problemOfTeam = memoise((centreIds: readonly number[], team: UnitAssignees) => assigneesProblem(ctx, centreIds, team))
    for (const { settings, marketerId, salesmanId, partnerId, inviter } of inputs) {
      const assigneeProblem = await problemOfTeam(
        settings.map((setting) => setting.centreId),
        { marketerId, salesmanId, partnerId, ...inviter },
      )
      if (assigneeProblem) refuse(unitRefusals, assigneeProblem)
    }
    const codes = await allocateNumbers(
      ctx,
      'DW',
      inputs.map((input) => input.settings[0]?.centreId as number),
    )
    const ids = await store.insertUnits(
      ctx,
      inputs.map((input, at) => rowOf(input, codes[at] ?? '', ctx.language)),
    )
    const createdUnits = inputs.map((input, at) => ({ input, code: codes[at] ?? '', unitId: ids.get(codes[at] ?? '') as number }))
    await openSettings(
      ctx,
      createdUnits.flatMap(({ input, unitId }) => input.settings.map((setting) => ({ ...setting, unitId }))),
      '',
    )
    for (const { input, unitId } of createdUnits) {
      const { legalIdNumber, legalPerson: name, source = 'centre' } = input
      if (legalIdNumber) await setLegalPerson(ctx, unitId, { name, idNumber: expectIdNumber(legalIdNumber), source })
      await proposeParties(ctx, unitId, input)
    }
    await store.insertTitles(
      ctx,
      createdUnits.map(({ input, unitId }) => ({ ...invoiceTitleOf(input), unitId })),
    )
    for (const { input, code, unitId } of createdUnits) {
      const loggedSettings = input.settings.map(({ centreId, mode, feePlanId }) => ({ centreId, mode, feePlanId }))
      const detail = { no: code, name: input.name, creditCode: input.creditCode, settings: loggedSettings }
      ctx.note({ refType: 'unit', refId: unitId, unitId, centreId: input.settings[0]?.centreId ?? null, detail })
    }
    return createdUnits.map(({ unitId, code }) => ({ unitId, code }))
  })
}

export async function makeUnit(ctx: Context, input: NewUnit): Promise<{ unitId: number; code: string }> {
  const [made] = await makeUnits(ctx, [input])
  return made as { unitId: number; code: string }
}
