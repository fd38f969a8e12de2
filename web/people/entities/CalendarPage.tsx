import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { obligationKindNames, obligationStateNames } from '#/api/people/entities.texts.ts'
import { obligationKinds, obligationStates, urgencyOf } from '#/domain/obligation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useReadPieces } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { formatFound } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { given, period, type UrlState } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { DutyList } from './DutyList.tsx'
import './entities.css'
import { operatorPage, operatorPath } from './paths.ts'
import type { Duty } from './StateTags.tsx'
import { texts, urgencyNames } from './texts.ts'
import { today } from './today.ts'
import { urgencyTones } from './tones.ts'

const initial = { keyword: '', duty: ['open', 'overdue'], kinds: [], from: '', to: '' } as const
const allowed = { duty: obligationStates, kinds: obligationKinds, ...period } as const
type State = UrlState<typeof initial, typeof allowed>

function filterOf(state: State) {
  return given({
    keyword: state.keyword,
    states: [...state.duty],
    kinds: [...state.kinds],
    from: state.from,
    to: state.to,
  })
}

function byDay(rows: readonly Duty[]): [string, Duty[]][] {
  const days = new Map<string, Duty[]>()
  for (const row of rows) days.set(row.dueOn, [...(days.get(row.dueOn) ?? []), row])
  return [...days]
}

function Day({ day, duties }: { readonly day: string; readonly duties: readonly Duty[] }) {
  const say = useText()
  const open = duties.filter((duty) => duty.state === 'open' || duty.state === 'overdue')
  const urgency = urgencyOf({ opensOn: open.reduce((first, duty) => (duty.opensOn < first ? duty.opensOn : first), day), dueOn: day }, today())
  return (
    <section className="k-card" aria-label={day}>
      <h2 className="k-row k-spread">
        <span>{say(texts.group, { day, count: duties.length })}</span>
        {open.length > 0 ? <StatusTag tone={urgencyTones[urgency]}>{say(urgencyNames[urgency])}</StatusTag> : null}
      </h2>
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

/** 申报日历: the obligations of the centre's businesses by due date. */
export default function CalendarPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const list = useReadPieces(api.entities.calendar, { ...filterOf(state), size: 50 })
  const spoken = useLanguage()
  const found = (which: 'overdue' | 'near' | 'open') => formatFound(list.first?.counts?.[which] ?? 0, spoken)
  return (
    <>
      <PageHeader
        title={say(pageTitles.taxCalendar)}
        note={list.first?.counts ? say(texts.counts, { overdue: found('overdue'), near: found('near'), open: found('open') }) : null}
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        shown={4}
        fields={[
          { kind: 'text', name: 'keyword', label: say(texts.keyword), placeholder: say(texts.keywordHint), width: 300 },
          {
            kind: 'choices',
            name: 'duty',
            label: say(texts.states),
            choices: obligationStates.map((value) => ({ value, label: say(obligationStateNames[value]) })),
          },
          {
            kind: 'choices',
            name: 'kinds',
            label: say(texts.kinds),
            choices: obligationKinds.map((value) => ({ value, label: say(obligationKindNames[value]) })),
          },
          { kind: 'days', from: 'from', to: 'to', label: say(texts.due) },
        ]}
      />
      {list.error && list.rows.length === 0 ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      <QueryContent query={{ ...list, error: null, data: list.isPending ? undefined : list.rows }} lines={8}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState reason={say(texts.noDuties)} />
          ) : (
            <div className="k-stack">
              {byDay(rows).map(([day, duties]) => (
                <Day key={day} day={day} duties={duties} />
              ))}
              {list.hasMore ? (
                <Button loading={list.isLoadingMore} onClick={list.more}>
                  {say(texts.more)}
                </Button>
              ) : null}
            </div>
          )
        }
      </QueryContent>
    </>
  )
}
