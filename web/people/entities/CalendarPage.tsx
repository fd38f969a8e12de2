import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { obligationKindNames, obligationStateNames } from '#/api/people/entities.texts.ts'
import { centreFilingNames } from '#/api/taxation/filingcalendar.texts.ts'
import { obligationKinds, obligationStates, urgencyOf } from '#/domain/people/obligation.ts'
import { centreFilingKinds, centreFilingStates } from '#/domain/taxation/centre-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { formatFound } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { period, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type CentreFiling, CentreFilings } from './CentreFilings.tsx'
import { DutyList } from './DutyList.tsx'
import './entities.css'
import { operatorPage, operatorPath } from './paths.ts'
import type { Duty } from './StateTags.tsx'
import { texts, urgencyNames } from './texts.ts'
import { today } from './today.ts'
import { urgencyTones } from './tones.ts'

const initial = { keyword: '', duty: ['open', 'overdue'], kinds: [], from: '', to: '' } as const
const kinds = [...centreFilingKinds, ...obligationKinds] as const
const allowed = { duty: obligationStates, kinds, ...period } as const
const kindNames = { ...centreFilingNames, ...obligationKindNames } as const
type State = UrlState<typeof initial, typeof allowed>

/**
 * Returns the selected values that belong to one list: undefined without a selection, null when all belong to the other
 * list.
 */
function selectedOf<V extends string>(chosen: readonly string[], values: readonly V[]): V[] | undefined | null {
  if (chosen.length === 0) return undefined
  const chosenValues = values.filter((value) => chosen.includes(value))
  return chosenValues.length > 0 ? chosenValues : null
}

interface OneDay {
  readonly day: string
  readonly filings: readonly CentreFiling[]
  readonly duties: readonly Duty[]
}

/** Groups both lists by due date. Omits filings after the last loaded obligation until more obligations are loaded. */
function byDay(filings: readonly CentreFiling[], duties: readonly Duty[], hasMore: boolean): OneDay[] {
  const last = hasMore ? (duties.at(-1)?.dueOn ?? '') : '9999'
  const dueFilings = filings.filter(({ dueOn }) => dueOn <= last)
  const days = [...new Set([...dueFilings, ...duties].map(({ dueOn }) => dueOn))].sort()
  return days.map((day) => ({ day, filings: dueFilings.filter(({ dueOn }) => dueOn === day), duties: duties.filter(({ dueOn }) => dueOn === day) }))
}

function Day({ day, filings, duties }: OneDay) {
  const t = useText()
  const open = [...filings, ...duties].filter(({ state }) => state === 'open' || state === 'overdue')
  const urgency = urgencyOf({ opensOn: open.reduce((first, duty) => (duty.opensOn < first ? duty.opensOn : first), day), dueOn: day }, today())
  return (
    <section className="k-card" aria-label={day}>
      <h2 className="k-row k-spread">
        <span>{t(texts.group, { day, count: filings.length + duties.length })}</span>
        {open.length > 0 ? <StatusTag tone={urgencyTones[urgency]}>{t(urgencyNames[urgency])}</StatusTag> : null}
      </h2>
      <CentreFilings filings={filings} />
      <DutyList
        duties={duties}
        whose={(duty) => (
          <>
            {canOpen(operatorPage(duty)) ? <Link to={operatorPath(duty)}>{duty.entityName}</Link> : duty.entityName}{' '}
            <span className="k-note">{duty.operatorName}</span>
          </>
        )}
      />
    </section>
  )
}

/** Reads both halves of the calendar with the same filter. Skips a half that the filter excludes. */
function useCalendar(state: State) {
  const shared = setConditions({ keyword: state.keyword, from: state.from, to: state.to })
  const [ownStates, ownKinds] = [selectedOf(state.duty, centreFilingStates), selectedOf(state.kinds, centreFilingKinds)]
  const dutyKinds = selectedOf(state.kinds, obligationKinds)
  const hasFilings = ownStates !== null && ownKinds !== null
  const hasDuties = dutyKinds !== null
  const filings = useRead(
    api.filingcalendar.list,
    { ...shared, ...setConditions({ states: ownStates ?? undefined, kinds: ownKinds ?? undefined }) },
    { isEnabled: hasFilings },
  )
  const duties = useCursorRead(
    api.entities.calendar,
    { ...shared, ...setConditions({ states: [...state.duty], kinds: dutyKinds ?? undefined }), size: 50 },
    { isEnabled: hasDuties },
  )
  const filingData = hasFilings ? filings.data : undefined
  const dutyCounts = hasDuties ? duties.first?.counts : undefined
  const isPending = (hasFilings && filings.isPending) || (hasDuties && duties.isPending)
  const error = (hasFilings && filings.error) || (hasDuties && duties.rows.length === 0 && duties.error) || null
  const countOf = (which: 'overdue' | 'near' | 'open') => (filingData?.counts[which] ?? 0) + (dutyCounts?.[which] ?? 0)
  const hasMore = hasDuties && duties.hasMore
  const refetch = () => void Promise.all([hasFilings ? filings.refetch() : null, hasDuties ? duties.refetch() : null])
  const days = byDay(filingData?.rows ?? [], hasDuties ? duties.rows : [], hasMore)
  return {
    days,
    found: countOf,
    isPending,
    error,
    refetch,
    hasMore,
    more: duties.more,
    isLoadingMore: duties.isLoadingMore,
    isFetching: filings.isFetching || duties.isFetching,
  }
}

/** 申报日历: the centre's filings and its businesses' obligations, by due date. */
export default function CalendarPage() {
  const t = useText()
  const [state, change] = useUrlState(initial, allowed)
  const list = useCalendar(state)
  const currentLanguage = useLanguage()
  const labelOf = (which: 'overdue' | 'near' | 'open') => formatFound(list.found(which), currentLanguage)
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxCalendar)}
        note={list.isPending ? null : t(texts.counts, { overdue: labelOf('overdue'), near: labelOf('near'), open: labelOf('open') })}
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        shown={4}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 300 },
          {
            kind: 'choices',
            name: 'duty',
            label: t(texts.states),
            choices: obligationStates.map((value) => ({ value, label: t(obligationStateNames[value]) })),
          },
          {
            kind: 'choices',
            name: 'kinds',
            label: t(texts.kinds),
            choices: kinds.map((value) => ({ value, label: t(kindNames[value]) })),
          },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.due) },
        ]}
      />
      {list.error ? <Failure error={list.error} onRetry={list.refetch} /> : null}
      <QueryContent query={{ ...list, error: null, data: list.isPending ? undefined : list.days }} lines={8}>
        {(days) =>
          days.length === 0 ? (
            <EmptyState reason={t(texts.noDuties)} />
          ) : (
            <div className="k-stack">
              {days.map((day) => (
                <Day key={day.day} {...day} />
              ))}
              {list.hasMore ? (
                <Button loading={list.isLoadingMore} onClick={list.more}>
                  {t(texts.more)}
                </Button>
              ) : null}
            </div>
          )
        }
      </QueryContent>
    </>
  )
}
