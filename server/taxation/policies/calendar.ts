import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { draftStateNames, policyRefusals, termNames } from '#/api/taxation/policies.texts.ts'
import { dayOf, dueDay } from '#/domain/base/period.ts'
import { calendarOf, missingYear, type PublishedYear, upsertYear, yearFault } from '#/domain/base/working-days.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { countOpenObligations } from '#/server/people/entities/public.ts'
import { closedMonths } from '#/server/taxation/periods/public.ts'
import { reloadCalendarJob } from '#/server/taxation/policies/jobs.ts'
import * as store from '#/server/taxation/policies/store-calendar.ts'
import { yearsInUse } from '#/server/taxation/policies/store-years.ts'

type Input<O extends keyof Modules['policies']> = z.output<Modules['policies'][O]['input']>

const noBlockers = { change: '', publish: '', drop: '' }

function presentYearContent({ year, source, off, working }: PublishedYear) {
  return { year, source, off: off.map(([first, last]) => ({ first, last })), working: [...working] }
}

function present(ctx: Context, row: store.YearRecord, isInForce: boolean) {
  const notDraftText =
    row.state === 'draft'
      ? ''
      : translate(policyRefusals.yearNotDraft, ctx.language, { year: row.year, state: translate(draftStateNames[row.state], ctx.language) })
  const authorBlocker = row.hands.includes(ctx.actor.userId) ? translate(policyRefusals.ownYear, ctx.language) : ''
  return {
    id: row.id,
    edition: row.edition,
    state: row.state,
    ...presentYearContent(row),
    madeBy: row.maker,
    publishedBy: row.publisher,
    publishedAt: row.published_at?.toISOString() ?? null,
    isInForce,
    version: row.version,
    may: { change: notDraftText, publish: notDraftText || authorBlocker, drop: notDraftText },
  }
}

/** Returns every known year, and drafts of further ones. */
export async function list(ctx: Context, { isForMe = false }: { isForMe?: boolean | undefined }) {
  const { years, published } = await yearsInUse(ctx.db)
  const rows = await store.years(ctx)
  const presentedYears = rows.map((row) => present(ctx, row, published.get(row.year) === row.id))
  const builtInYears = years
    .filter(({ year }) => !published.has(year))
    .map((year) => ({
      id: null,
      edition: 0,
      state: 'published' as const,
      ...presentYearContent(year),
      madeBy: null,
      publishedBy: null,
      publishedAt: null,
      isInForce: true,
      version: 1,
      may: noBlockers,
    }))
  const allYears = [...presentedYears, ...builtInYears].sort((one, other) => other.year - one.year || other.edition - one.edition)
  const visibleYears = isForMe
    ? allYears.filter(({ id }) => rows.some((row) => row.id === id && row.state === 'draft' && !row.hands.includes(ctx.actor.userId)))
    : allYears
  return { years: visibleYears, missing: missingYear(new Set(years.map(({ year }) => year)), dayOf(ctx.now)) }
}

// The duties of businesses that depend on a term of the calendar.
const termDuties = {
  IIT_WITHHOLDING: ['vat'],
  VAT_QUARTER: ['vat', 'incomeTax'],
  PLATFORM_INFO_REPORT: [],
  BUSINESS_ANNUAL: ['incomeAnnual'],
  COMPREHENSIVE_ANNUAL: [],
} as const satisfies Record<keyof typeof termNames, readonly string[]>

function periodsAround(kind: keyof typeof termNames, year: number): string[] {
  const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
  if (kind === 'IIT_WITHHOLDING') return [`${year - 1}-12`, ...months.map((month) => `${year}-${month}`)]
  if (kind === 'VAT_QUARTER' || kind === 'PLATFORM_INFO_REPORT') return [`${year - 1}-Q4`, ...[1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`)]
  return [String(year - 1)]
}

/** Returns the due days that move if a draft replaces the year in use. Closed months keep theirs. */
export async function deadlineMoves(ctx: Context, { calendarYearId }: Input<'moves'>) {
  const row = (await store.findYear(ctx, calendarYearId)) ?? refuse(policyRefusals, 'yearNotFound')
  const { years } = await yearsInUse(ctx.db)
  const [now, then] = [calendarOf(years), calendarOf(upsertYear(years, row))]
  const termKinds = Object.keys(termNames) as (keyof typeof termNames)[]
  const terms = termKinds.flatMap((kind) =>
    periodsAround(kind, row.year)
      .map((period) => ({ kind, period, before: dueDay(kind, period, now), after: dueDay(kind, period, then) }))
      .filter(({ before, after }) => before !== after),
  )
  const movedObligations = terms.flatMap(({ kind, period }) => termDuties[kind].map((duty) => ({ kind: duty, period })))
  const duties = movedObligations.length === 0 ? 0 : await countOpenObligations(ctx, movedObligations)
  const changedMonths = (await closedMonths(ctx))
    .map(({ centre_name, month, due_on }) => ({ centreName: centre_name, month, dueOn: due_on ?? '', otherwise: dueDay('IIT_WITHHOLDING', month, then) }))
    .filter(({ dueOn, otherwise }) => dueOn !== otherwise)
  return { terms, duties, kept: changedMonths }
}

/** Locks a year's draft. Refuses other states and a stale version. */
async function lockDraft(ctx: Context, id: number, version: number | null): Promise<store.YearRecord> {
  const row = (await store.findYear(ctx, id, true)) ?? refuse(policyRefusals, 'yearNotFound')
  if (row.state !== 'draft') refuse(policyRefusals, 'yearNotDraft', { year: row.year, state: translate(draftStateNames[row.state], ctx.language) })
  return row.version === version ? row : refuse(policyRefusals, 'yearChanged')
}

async function detail(ctx: Context, id: number) {
  const row = (await store.findYear(ctx, id)) ?? refuse(policyRefusals, 'yearNotFound')
  return present(ctx, row, (await yearsInUse(ctx.db)).published.get(row.year) === row.id)
}

function note(ctx: Context, id: number, year: PublishedYear, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'calendar_year', refId: id, detail: { year: year.year, source: year.source, ...detail } })
}

export async function save(ctx: Context, input: Input<'saveYear'>) {
  const { calendarYearId, version, year, source } = input
  const offRanges = input.off.map(({ first, last }) => [first, last] as const).sort(([one], [other]) => (one < other ? -1 : 1))
  const editedYear = { year, source, off: offRanges, working: input.working.toSorted() }
  const dayFault = yearFault(editedYear)
  if (dayFault) refuse(policyRefusals, dayFault.fault, { day: dayFault.day })
  const existingDraft = calendarYearId === null ? null : await lockDraft(ctx, calendarYearId, version)
  if (existingDraft && existingDraft.year !== year) refuse(policyRefusals, 'yearChanged')
  const id = existingDraft?.id ?? (await store.addYear(ctx, editedYear))
  if (existingDraft) await store.editYear(ctx, existingDraft.id, editedYear)
  note(ctx, id, editedYear, { off: offRanges.map(([first, last]) => `${first}–${last}`), working: editedYear.working })
  return detail(ctx, id)
}

export async function publish(ctx: Context, { calendarYearId, version }: Input<'publishYear'>) {
  const row = await lockDraft(ctx, calendarYearId, version)
  if (row.hands.includes(ctx.actor.userId)) refuse(policyRefusals, 'ownYear')
  const year = (await yearsInUse(ctx.db)).years.find(({ year }) => year === row.year)
  const daysJson = ({ off, working }: Pick<PublishedYear, 'off' | 'working'>) => JSON.stringify([off, working])
  if (year && daysJson(year) === daysJson(row)) refuse(policyRefusals, 'yearSame', { year: row.year })
  await store.endYear(ctx, row.id, { state: 'published', published_by: ctx.actor.userId, published_at: ctx.now })
  await ctx.enqueue(reloadCalendarJob, {})
  note(ctx, row.id, row, { published: row.edition })
  return detail(ctx, row.id)
}

export async function dropYear(ctx: Context, { calendarYearId, version }: Input<'dropYear'>) {
  const row = await lockDraft(ctx, calendarYearId, version)
  await store.endYear(ctx, row.id, { state: 'dropped' })
  note(ctx, row.id, row, { dropped: true })
  return detail(ctx, row.id)
}
