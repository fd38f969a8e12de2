import { termNames } from '#/api/taxation/policies.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'
import { type CalendarYear, rangeOf, YearTag } from './Years.tsx'

type Term = OutputOf<typeof api.policies.moves>['terms'][number]

/** The due dates that a draft moves, and those that stay. */
function DueDateMoves({ id }: { readonly id: number }) {
  const t = useText()
  const detailQuery = useRead(api.policies.moves, { calendarYearId: id }, { keepLast: false })
  const columns: Column<Term>[] = [
    { key: 'term', title: t(texts.term), width: 240, isAlways: true, render: ({ kind }) => t(termNames[kind as keyof typeof termNames]) },
    { key: 'period', title: t(texts.period), width: 100, isAlways: true, render: ({ period }) => period },
    { key: 'before', title: t(texts.before), width: 120, isAlways: true, render: ({ before }) => before },
    { key: 'after', title: t(texts.after), width: 120, isAlways: true, render: ({ after }) => after },
  ]
  return (
    <>
      <h3>{t(texts.moves)}</h3>
      <QueryContent query={detailQuery} lines={4}>
        {({ terms, duties, kept: stored }) => (
          <div className="k-stack">
            <DataTable
              id="calendar-moves"
              label={t(texts.moves)}
              columns={columns}
              rows={terms}
              rowKey={({ kind, period }) => `${kind} ${period}`}
              empty={{ reason: t(texts.noMoves) }}
              isPlain
            />
            {duties > 0 ? <p>{t(texts.duties, { count: duties })}</p> : null}
            {stored.map(({ centreName, month, dueOn }) => (
              <Alert key={`${centreName} ${month}`} type="info" showIcon title={t(texts.kept, { centre: centreName, month, day: dueOn })} />
            ))}
          </div>
        )}
      </QueryContent>
    </>
  )
}

/** One year: its days, the announcement and, for a draft, the due dates it moves. */
export function YearDrawer({ year, onClose, onEdit }: { readonly year: CalendarYear; readonly onClose: () => void; readonly onEdit: () => void }) {
  const t = useText()
  const publish = useSubmit(api.policies.publishYear)
  const drop = useSubmit(api.policies.dropYear, { onDone: onClose })
  const isDraft = year.id !== null && year.state === 'draft'
  const target = { calendarYearId: year.id ?? 0, version: year.version }
  return (
    <DetailDrawer title={`${t(texts.calendar)} ${year.year}`} onClose={onClose} width={760}>
      <div className="k-stack">
        <Facts
          columns={2}
          rows={[
            { label: t(texts.state), value: <YearTag year={year} /> },
            { label: t(texts.origin), value: year.id === null ? t(texts.program) : t(texts.edition, { edition: year.edition }) },
            { label: t(texts.announcement), value: year.source, isWide: true },
            { label: t(texts.off), value: joinList(year.off.map(rangeOf)) || '—', isWide: true },
            { label: t(texts.working), value: joinList(year.working.map((day) => day.slice(5))) || '—', isWide: true },
            { label: t(texts.madeBy), value: year.madeBy ?? '—' },
          ]}
        />
        <div className="k-row">
          {can('policy:edit') && (isDraft || year.isInForce) ? (
            <ActionButton size="small" onPress={onEdit}>
              {t(isDraft ? texts.edit : texts.correctYear)}
            </ActionButton>
          ) : null}
          {isDraft && can('policy:check') ? (
            <ConfirmButton
              size="small"
              type="primary"
              reason={year.may.publish}
              isBusy={publish.isBusy}
              effect={t(texts.publishYearEffect)}
              onPress={() => publish.submit(target)}
            >
              {t(texts.publish)}
            </ConfirmButton>
          ) : null}
          {isDraft && (can('policy:edit') || can('policy:check')) ? (
            <ConfirmButton size="small" danger reason={year.may.drop} isBusy={drop.isBusy} effect={t(texts.dropEffect)} onPress={() => drop.submit(target)}>
              {t(texts.drop)}
            </ConfirmButton>
          ) : null}
        </div>
        {isDraft && year.id !== null ? <DueDateMoves id={year.id} /> : null}
      </div>
    </DetailDrawer>
  )
}
