import { relationNames } from '#/api/organisations/relations.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type EndDecision, EndDialog, type Person } from './EndDialog.tsx'
import { texts } from './texts.ts'

/** The proposed ends of relations, with the decisions of the reader. */
export function EndList({ isForMe }: { readonly isForMe: boolean }) {
  const t = useText()
  const [state, change] = useUrlState({ endPage: 1, endSize: 20 }, { endSize: pageSizes })
  const list = useRead(api.relations.ends, { isForMe, page: state.endPage, size: state.endSize })
  const { open: ask } = useOverlay<EndDecision>((decision, close) => <EndDialog {...decision} onClose={close} />)
  const columns: Column<Person>[] = [
    { key: 'name', title: t(texts.name), width: 100, isAlways: true, render: (row) => row.name },
    { key: 'idNumber', title: t(texts.idNumber), width: 190, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'relation', title: t(texts.relation), width: 120, render: (row) => t(relationNames[row.relation]) },
    { key: 'unit', title: t(texts.unit), width: 190, isCut: true, render: (row) => row.unitName },
    { key: 'reason', title: t(texts.endReason), width: 190, isCut: true, render: (row) => row.end?.reason ?? '—' },
    { key: 'by', title: t(texts.by), width: 100, render: (row) => row.end?.proposedBy ?? '—' },
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.end?.proposedAt ?? null) },
    {
      key: 'action',
      title: t(texts.action),
      width: 140,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <ActionButton size="small" type="link" reason={row.end?.mayDecide ?? ''} onPress={() => ask({ person: row, verdict: 'approve' })}>
            {t(texts.approve)}
          </ActionButton>
          <ActionButton size="small" type="link" reason={row.end?.mayDecide ?? ''} onPress={() => ask({ person: row, verdict: 'reject' })}>
            {t(texts.refuse)}
          </ActionButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      id="relation-ends"
      label={t(texts.ends)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noEnds) }}
      paging={{ page: state.endPage, size: state.endSize, count: list.data?.count ?? 0, onChange: (endPage, endSize) => change({ endPage, endSize }) }}
      isPlain
    />
  )
}
