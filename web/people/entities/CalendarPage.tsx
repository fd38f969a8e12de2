import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { obligationKindNames, obligationStateNames } from '#/api/people/entities.texts.ts'
import { centreFilingNames } from '#/api/taxation/filingcalendar.texts.ts'
import { obligationKinds, obligationStates, urgencyOf } from '#/domain/people/obligation.ts'
import { centreFilingKinds, centreFilingStates } from '#/domain/taxation/centre-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { formatResultCount } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type CentreFiling, CentreFilings } from './CentreFilings.tsx'
import { ObligationList } from './ObligationList.tsx'
import './entities.css'
import { operatorPage, operatorPath } from './paths.ts'
import { type Obligation, UrgencyTag } from './StateTags.tsx'
import { texts } from './texts.ts'
import { today } from './today.ts'

const initialState = { keyword: '', duty: ['open', 'overdue'], kinds: [], from: '', to: '' } as const
const kinds = [...centreFilingKinds, ...obligationKinds] as const
const allowedValues = { duty: obligationStates, kinds, ...periodRules } as const
const kindNames = { ...centreFilingNames, ...obligationKindNames } as const
type State = UrlState<typeof initialState, typeof allowedValues>

/**
 * Returns the selected values that occur in `values`: undefined without a selection, null when all belong to the other
 * list.
 */
function selectedValues<V extends string>(chosen: readonly string[], values: readonly V[]): V[] | undefined | null {
  if (chosen.length === 0) return undefined
  const chosenValues = values.filter((value) => chosen.includes(value))
  return chosenValues.length > 0 ? chosenValues : null
}

interface CalendarDay {
  readonly day: string
  readonly filings: readonly CentreFiling[]
  readonly obligations: readonly Obligation[]
}

/** Groups both lists by due date. Omits filings after the last loaded obligation until more obligations are loaded. */
function groupByDay(filings: readonly CentreFiling[], obligations: readonly Obligation[], hasMore: boolean): CalendarDay[] {
  const last = hasMore ? (obligations.at(-1)?.dueOn ?? '') : '9999'
  const dueFilings = filings.filter(({ dueOn }) => dueOn <= last)
  const days = [...new Set([...dueFilings, ...obligations].map(({ dueOn }) => dueOn))].sort()
  return days.map((day) => ({ day, filings: dueFilings.filter(({ dueOn }) => dueOn === day), obligations: obligations.filter(({ dueOn }) => dueOn === day) }))
}

function Day({ day, filings, obligations }: CalendarDay) {
  const t = useText()
  const open = [...filings, ...obligations].filter(({ state }) => state === 'open' || state === 'overdue')
  const urgency = urgencyOf(
    { opensOn: open.reduce((first, obligation) => (obligation.opensOn < first ? obligation.opensOn : first), day), dueOn: day },
    today(),
  )
  return (
    <section className="k-card" aria-label={day}>
      <h2 className="k-row k-spread">
        <span>{t(texts.group, { day, count: filings.length + obligations.length })}</span>
        {open.length > 0 ? <UrgencyTag state={urgency} /> : null}
      </h2>
      <CentreFilings filings={filings} />
      <ObligationList
        obligations={obligations}
        whose={(obligation) => (
          <>
            {canOpen(operatorPage(obligation)) ? <Link to={operatorPath(obligation)}>{obligation.entityName}</Link> : obligation.entityName}{' '}
            <span className="k-note">{obligation.operatorName}</span>
          </>
        )}
      />
    </section>
  )
}

/** Reads both halves of the calendar with the same filter. Skips a half that the filter excludes. */
function useCalendar(state: State) {
  const sharedConditions = setConditions({ keyword: state.keyword, from: state.from, to: state.to })
  const [ownStates, ownKinds] = [selectedValues(state.duty, centreFilingStates), selectedValues(state.kinds, centreFilingKinds)]
  const shownKinds = selectedValues(state.kinds, obligationKinds)
  const hasFilings = ownStates !== null && ownKinds !== null
  const hasObligations = shownKinds !== null
  const filings = useRead(
    api.filingcalendar.list,
    { ...sharedConditions, ...setConditions({ states: ownStates ?? undefined, kinds: ownKinds ?? undefined }) },
    { isEnabled: hasFilings },
  )
  const obligations = useCursorRead(
    api.entities.calendar,
    { ...sharedConditions, ...setConditions({ states: [...state.duty], kinds: shownKinds ?? undefined }), size: 50 },
    { isEnabled: hasObligations },
  )
  const filingData = hasFilings ? filings.data : undefined
  const obligationCounts = hasObligations ? obligations.first?.counts : undefined
  const isPending = (hasFilings && filings.isPending) || (hasObligations && obligations.isPending)
  const error = (hasFilings && filings.error) || (hasObligations && obligations.rows.length === 0 && obligations.error) || null
  const countOf = (which: 'overdue' | 'near' | 'open') => (filingData?.counts[which] ?? 0) + (obligationCounts?.[which] ?? 0)
  const hasMore = hasObligations && obligations.hasMore
  const refetch = () => void Promise.all([hasFilings ? filings.refetch() : null, hasObligations ? obligations.refetch() : null])
  const days = groupByDay(filingData?.rows ?? [], hasObligations ? obligations.rows : [], hasMore)
  return {
    days,
    found: countOf,
    isPending,
    error,
    refetch,
    hasMore,
    more: obligations.more,
    isLoadingMore: obligations.isLoadingMore,
    isFetching: filings.isFetching || obligations.isFetching,
  }
}

/** 申报日历: the centre's filings and its businesses' obligations, by due date. */
export default function CalendarPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const list = useCalendar(state)
  const currentLanguage = useLanguage()
  const labelOf = (which: 'overdue' | 'near' | 'open') => formatResultCount(list.found(which), currentLanguage)
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxCalendar)}
        note={list.isPending ? null : t(texts.counts, { overdue: labelOf('overdue'), near: labelOf('near'), open: labelOf('open') })}
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        shown={4}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 300 },
          { kind: 'choices', name: 'duty', label: t(texts.states), choices: choicesOf(t, obligationStates, obligationStateNames) },
          { kind: 'choices', name: 'kinds', label: t(texts.kinds), choices: choicesOf(t, kinds, kindNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.due) },
        ]}
      />
      {list.error ? <Failure error={list.error} onRetry={list.refetch} /> : null}
      <QueryContent query={{ ...list, error: null, data: list.isPending ? undefined : list.days }} lines={8}>
        {(days) =>
          days.length === 0 ? (
            <EmptyState reason={t(texts.noObligations)} />
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
