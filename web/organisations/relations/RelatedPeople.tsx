import { relationNames, relationSources } from '#/api/organisations/relations.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const AddDialog = onDemand(async () => (await import('./AddDialog.tsx')).AddDialog)

type Person = OutputOf<typeof api.relations.list>['rows'][number]

// The legal representative is edited with the unit's data.
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
      isBusy={remove.isBusy}
      failure={remove.failure}
    >
      <p>{t(texts.removeAsk, { name: person.name })}</p>
    </ReasonDialog>
  )
}

/** People of a unit (the caller's own without `unitId`) whom it cannot pay. */
export function RelatedPeople({ unitId }: { readonly unitId?: number | undefined }) {
  const t = useText()
  const [state, change] = useUrlState({ kinPage: 1, kinSize: 20 }, { kinSize: pageSizes })
  const { open: openAdd } = useOverlay((_, close) => <AddDialog unitId={unitId} onClose={close} />)
  const { open: openRemove } = useOverlay<Person>((leaving, close) => <RemoveDialog person={leaving} onClose={close} />)
  const list = useRead(api.relations.list, { ...(unitId !== undefined && { unitId }), page: state.kinPage, size: state.kinSize })
  const columns: Column<Person>[] = [
    { key: 'name', title: t(texts.name), width: 110, isAlways: true, render: (row) => row.name },
    { key: 'relation', title: t(texts.relation), width: 140, render: (row) => t(relationNames[row.relation]) },
    { key: 'idNumber', title: t(texts.idNumber), width: 200, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'source', title: t(texts.source), width: 140, render: (row) => t(relationSources[row.source]) },
    { key: 'since', title: t(texts.since), width: 160, render: (row) => formatDateTime(row.since) },
    ...(can('unit:edit')
      ? [
          {
            key: 'action',
            title: t(texts.action),
            width: 90,
            isAlways: true,
            render: (row: Person) => (
              <Button type="link" size="small" aria-label={`${t(texts.remove)} ${row.name}`} onClick={() => openRemove(row)}>
                {t(texts.remove)}
              </Button>
            ),
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
