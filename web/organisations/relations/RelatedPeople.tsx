import { relationNames, relationSources } from '#/api/organisations/relations.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type EndDecision, EndDialog, type Person } from './EndDialog.tsx'
import { texts } from './texts.ts'

const AddDialog = onDemand(async () => (await import('./AddDialog.tsx')).AddDialog)

function RemoveDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const t = useText()
  const remove = useSubmit(api.relations.remove, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.remove)} · ${person.name}`}
      onClose={onClose}
      confirmText={t(texts.remove)}
      onConfirm={({ reason }) => void remove.submit({ relationId: person.id, reason })}
      isDangerous
      submission={remove}
    >
      <p>{t(texts.removeAsk, { name: person.name })}</p>
    </ReasonDialog>
  )
}

interface RowActionsProps {
  readonly person: Person
  readonly onRemove: () => void
  readonly onEnd: (verdict: EndDecision['verdict']) => void
}

function RowActions({ person, onRemove, onEnd }: RowActionsProps) {
  const t = useText()
  if (!person.end)
    return can('unit:edit') ? (
      <Button type="link" size="small" aria-label={`${t(texts.remove)} ${person.name}`} onClick={onRemove}>
        {t(texts.remove)}
      </Button>
    ) : null
  const { mayDecide, mayWithdraw } = person.end
  return (
    <span className="k-row">
      <ActionButton type="link" size="small" reason={mayDecide} onPress={() => onEnd('approve')}>
        {t(texts.approve)}
      </ActionButton>
      <ActionButton type="link" size="small" reason={mayDecide} onPress={() => onEnd('reject')}>
        {t(texts.refuse)}
      </ActionButton>
      <ActionButton type="link" size="small" reason={mayWithdraw} onPress={() => onEnd('withdraw')}>
        {t(texts.withdraw)}
      </ActionButton>
    </span>
  )
}

/** People of a unit (the caller's own without `unitId`) whom it cannot pay. */
export function RelatedPeople({ unitId }: { readonly unitId?: number | undefined }) {
  const t = useText()
  const [state, change] = useUrlState({ kinPage: 1, kinSize: 20 }, { kinSize: pageSizes })
  const { open: openAdd } = useOverlay((_, close) => <AddDialog unitId={unitId} onClose={close} />)
  const { open: openRemove } = useOverlay<Person>((leaving, close) => <RemoveDialog person={leaving} onClose={close} />)
  const { open: openEnd } = useOverlay<EndDecision>((decision, close) => <EndDialog {...decision} onClose={close} />)
  const list = useRead(api.relations.list, { ...(unitId !== undefined && { unitId }), page: state.kinPage, size: state.kinSize })
  const columns: Column<Person>[] = [
    { key: 'name', title: t(texts.name), width: 90, isAlways: true, render: (row) => row.name },
    { key: 'relation', title: t(texts.relation), width: 110, render: (row) => t(relationNames[row.relation]) },
    { key: 'idNumber', title: t(texts.idNumber), width: 180, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'source', title: t(texts.source), width: 110, render: (row) => t(relationSources[row.source]) },
    { key: 'since', title: t(texts.since), width: 150, render: (row) => formatDateTime(row.since) },
    {
      key: 'end',
      title: t(texts.state),
      width: 150,
      render: (row) => (row.end ? <StatusTag tone="gold">{t(texts.endState)}</StatusTag> : '—'),
    },
    ...(can('unit:edit') || can('user:audit')
      ? [
          {
            key: 'action',
            title: t(texts.action),
            width: 150,
            isAlways: true,
            render: (row: Person) => <RowActions person={row} onRemove={() => openRemove(row)} onEnd={(verdict) => openEnd({ person: row, verdict })} />,
          },
        ]
      : []),
  ]
  return (
    <div className="k-stack">
      <p className="k-note">{t(texts.peopleNote)}</p>
      <DataTable
        id="related-people"
        label={t(texts.people)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noPeople) }}
        toolbar={can('unit:edit') || unitId === undefined ? <Button onClick={() => openAdd()}>{t(texts.add)}</Button> : null}
        paging={{ page: state.kinPage, size: state.kinSize, count: list.data?.count ?? 0, onChange: (kinPage, kinSize) => change({ kinPage, kinSize }) }}
        isPlain
      />
    </div>
  )
}
