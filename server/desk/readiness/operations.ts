import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractKindNames } from '#/api/agreements/contracts.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { type PageKey, pages, permissionsOfPage } from '#/api/pages.ts'
import type { ContractKind } from '#/domain/agreements/contract.ts'
import { faceFiling, faceFilingThreshold } from '#/domain/agreements/face.ts'
import { type Mode, settlementMode, userType } from '#/domain/base/codes.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import { missingYear } from '#/domain/base/working-days.ts'
import { centreSteps, isReady, maxBackupAgeHours, type PlatformStep, platformSteps, type ReadinessStep, stepState, unitSteps } from '#/domain/desk/readiness.ts'
import { certificateState } from '#/domain/organisations/certificate.ts'
import { channelKindNames, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { einvoiceKindNames, einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { countPersonsWithFaces } from '#/server/agreements/contracts/public.ts'
import { assessmentOf } from '#/server/desk/assessments/public.ts'
import * as store from '#/server/desk/readiness/store.ts'
import { lastBackupAt } from '#/server/kernel/archive/backup.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type CentreCustody, custodyByCentre } from '#/server/money/custody/public.ts'
import { sealableUntil, sealFault } from '#/server/organisations/certificates/public.ts'

// With fewer people, one person would have to confirm their own work.
const minPeople = 2

/** The page and its query on which each step is completed. Steps outside the browser have none. */
const stepPages: Readonly<Partial<Record<ReadinessStep, readonly [PageKey, string]>>> = {
  colleagues: ['PtUserList', ''],
  centre: ['userMsList', ''],
  certificate: ['userMsList', '?certificates=1'],
  templates: ['xyList', ''],
  taxPolicy: ['taxPolicies', ''],
  holidays: ['taxPolicies', '?pane=calendar'],
  feePlan: ['shoufeiblList', ''],
  categories: ['ordersListms', ''],
  sms: ['wbfwList', ''],
  identity: ['wbfwList', ''],
  payouts: ['syslog', '?tab=checks'],
  channel: ['userMsList', ''],
  account: ['userMsList', ''],
  director: ['PtUserList', ''],
  custody: ['heldFunds', ''],
  auditor: ['PtUserList', ''],
  finance: ['PtUserList', ''],
}

function pathTo(ctx: Context, page: PageKey, query: string): string | null {
  return permissionsOfPage(page).some((key) => ctx.actor.may(key)) ? `${pages[page].path}${query}` : null
}

function stepOf<Key extends ReadinessStep>(ctx: Context, key: Key, isThere: boolean | 'soon', detail = '', to = stepPages[key]) {
  const state = stepState(key, isThere)
  return { key, state, detail: state === 'done' ? '' : detail, path: to ? pathTo(ctx, to[0], to[1]) : null }
}

/** Returns the templates needed to admit units and operators in these modes. */
function neededTemplates(modes: readonly Mode[]): { kind: ContractKind; mode: Mode | null }[] {
  const units = modes.flatMap((mode): { kind: ContractKind; mode: Mode }[] =>
    mode === settlementMode.individualBusiness
      ? [
          { kind: 'unit_service', mode },
          { kind: 'business_contract', mode },
        ]
      : [{ kind: 'general_contract', mode }],
  )
  return [...units, { kind: 'operator_agreement', mode: null }, { kind: 'tax_authorisation', mode: null }]
}

/** Returns the channel kinds that cannot pay here: the sandbox kinds, except in the demo. */
const unusableChannelKinds = (ctx: Context) => (ctx.isDemo ? [] : channelKindNames.filter((kind) => channelKinds[kind].isSandbox))

/** Returns the kinds of issuing channel that do not issue invoices automatically here. */
const unusableIssuingKinds = (ctx: Context) =>
  einvoiceKindNames.filter((kind) => einvoiceKinds[kind].isManual || (einvoiceKinds[kind].isSandbox && !ctx.isDemo))

/** Returns whether documents of a centre can be sealed, and the certificate's last day if it is near. */
async function sealStatus(ctx: Context, place: number | null): Promise<readonly [boolean | 'soon', string?]> {
  if ((await sealFault(ctx, place)) !== null) return [false]
  const validUntil = await sealableUntil(ctx, place)
  const isEndingSoon = validUntil !== null && certificateState({ from: new Date(0), to: validUntil }, ctx.now) === 'ending'
  return isEndingSoon ? ['soon', dayOf(validUntil)] : [true]
}

// Without a valid proof of custody a centre can pay, but has no lawful ground for holding others' money.
const stepByCustodyStatus = { valid: true, ending: 'soon', expired: false, moved: false, missing: false } as const

async function centreReadiness(ctx: Context, facts: store.CentreFacts, custody: CentreCustody | undefined) {
  const [seal, day] = await sealStatus(ctx, facts.id)
  const steps = centreSteps.map((key) => {
    if (key === 'seal') return stepOf(ctx, key, seal, day, ['userMsList', `?open=${facts.id}&pane=certificates`])
    if (key === 'custody') return stepOf(ctx, key, custody === undefined || stepByCustodyStatus[custody.status], custody && formatYuan(custody.held))
    return stepOf(ctx, key, facts[key], '', key === 'einvoice' ? ['userMsList', `?open=${facts.id}&pane=einvoice`] : stepPages[key])
  })
  return { id: facts.id, name: facts.name, isReady: isReady(steps), steps }
}

async function allCentreReadiness(ctx: Context) {
  const centres: Awaited<ReturnType<typeof centreReadiness>>[] = []
  const custodyByCentreId = new Map((await custodyByCentre(ctx)).map((row) => [row.centre.id, row]))
  for (const facts of await store.centreFacts(ctx, unusableChannelKinds(ctx), unusableIssuingKinds(ctx)))
    centres.push(await centreReadiness(ctx, facts, custodyByCentreId.get(facts.id)))
  return centres
}

const stepByAssessmentStatus = { valid: true, due: 'soon', changed: false, missing: false } as const

/** Returns whether the last backup is recent, and its day if it is not. */
async function backupStatus(ctx: Context): Promise<readonly [boolean, string]> {
  const at = await lastBackupAt(ctx.db)
  return [at !== null && ctx.real.getTime() - at.getTime() <= maxBackupAgeHours * 3_600_000, at === null ? '' : dayOf(at)]
}

async function platformReadiness(ctx: Context) {
  const today = dayOf(ctx.now)
  const facts = await store.platformFacts(ctx, today)
  const missingCalendarYear = missingYear(workingCalendar.years, today)
  const personsWithFaces = await countPersonsWithFaces(ctx)
  const nextYear = facts.has_policy ? String(Number(today.slice(0, 4)) + 1) : ''
  const missingTemplates = neededTemplates(facts.worked_in).filter(
    ({ kind, mode }) => !facts.templates.some((template) => template.kind === kind && (mode === null || template.mode === null || template.mode === mode)),
  )
  const modesWithoutPlan = facts.worked_in.filter((mode) => !facts.planned.includes(mode))
  const joinNames = (words: string[]) => joinWords([...new Set(words)], ctx.language)
  const stepOutcomes: Record<PlatformStep, readonly [boolean | 'soon', string?]> = {
    colleagues: [facts.people >= minPeople],
    centre: [facts.centres > 0],
    // Contracts without a centre as party exist only between units and businesses, in mode 1.
    certificate: facts.centres === 0 || facts.worked_in.includes(settlementMode.individualBusiness) ? await sealStatus(ctx, null) : [true],
    templates: [
      facts.centres > 0 && missingTemplates.length === 0,
      joinNames(missingTemplates.map(({ kind }) => translate(contractKindNames[kind], ctx.language))),
    ],
    taxPolicy: [facts.has_policy && !facts.has_next_policy ? 'soon' : facts.has_policy, nextYear],
    holidays: [missingCalendarYear === null, String(missingCalendarYear ?? '')],
    feePlan: [facts.centres > 0 && modesWithoutPlan.length === 0, joinNames(modesWithoutPlan.map((mode) => translate(contractModeNames[mode], ctx.language)))],
    categories: [facts.has_category],
    sms: [ctx.site.ways.sms],
    mail: [ctx.site.ways.mail],
    identity: [ctx.gateways.source('identity') !== null],
    payouts: [!facts.is_stopped],
    files: [facts.unsealed === 0, String(facts.unsealed)],
    faces: [faceFiling(personsWithFaces) === 'none', `${personsWithFaces} / ${faceFilingThreshold}`],
    assessment: [stepByAssessmentStatus[(await assessmentOf(ctx)).status]],
    backup: await backupStatus(ctx),
  }
  const steps = platformSteps.map((key) => stepOf(ctx, key, stepOutcomes[key][0], stepOutcomes[key][1]))
  return { isReady: isReady(steps), steps }
}

export const readiness: Implementation<Modules['readiness']> = {
  async overview(ctx) {
    return ctx.widen('readiness', async () => ({
      platform: ctx.actor.usertype === userType.platform ? await platformReadiness(ctx) : null,
      centres: await allCentreReadiness(ctx),
    }))
  },

  async units(ctx, filter) {
    const { rows, count } = await ctx.widen('readiness', () => store.unitFacts(ctx, dayOf(ctx.now), filter))
    return {
      count,
      rows: rows.map((row) => {
        const settingsLink = (pane: string) => ['userDwList', `?open=${row.unit_id}&pane=${pane}`] as const
        const pageByStep: Partial<Record<ReadinessStep, readonly [PageKey, string]>> = {
          unit: settingsLink('facts'),
          place: settingsLink('places'),
          contract: ['htList', ''],
          order: ['ordersListms', ''],
          people: ctx.actor.unitId === null ? ['PtUserList', ''] : ['employeeDw', ''],
          paymentPassword: ctx.actor.unitId === null ? ['PtUserList', ''] : ['index', ''],
          payees: ['userYzPtList', ''],
          money: ['yufukuan', ctx.actor.unitId === null ? `?unitId=${row.unit_id}` : ''],
        }
        const steps = unitSteps.map((key) => stepOf(ctx, key, row[key], '', pageByStep[key]))
        return { settingId: row.id, unitId: row.unit_id, unitName: row.of_unit, centreName: row.at_centre, mode: row.in_mode, isReady: isReady(steps), steps }
      }),
    }
  },
}
