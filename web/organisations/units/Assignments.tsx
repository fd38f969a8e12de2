import { useState } from 'react'
import { assignmentStateNames, unitFields } from '#/api/organisations/units.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Assignment = OutputOf<typeof api.units.assignments>[number]

const AssignmentTag = stateTag(assignmentStateNames, {
  proposed: 'gold',
  rejected: 'red',
  ahead: 'blue',
  current: 'green',
  past: 'grey',
  cancelled: 'grey',
  lapsed: 'red',
})

function RejectDialog({ assignment, onClose }: { readonly assignment: Assignment; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.units.decideAssignment, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.rejectAssignment)} · ${t(unitFields[assignment.role])}`}
      onClose={onClose}
      confirmText={t(texts.rejectAssignment)}
      onConfirm={({ reason }) => void decide.submit({ assignmentId: assignment.id, isApproved: false, reason })}
      isDangerous
      submission={decide}
    >
      <p>{t(texts.rejectEffect)}</p>
    </ReasonDialog>
  )
}

function Decision({ row, onReject }: { readonly row: Assignment; readonly onReject: () => void }) {
  const t = useText()
  const decide = useSubmit(api.units.decideAssignment)
  return (
    <>
      <ConfirmButton
        type="link"
        size="small"
        reason={row.may.decide}
        isBusy={decide.isBusy}
        effect={t(texts.approveEffect)}
        onPress={() => decide.submit({ assignmentId: row.id, isApproved: true })}
      >
        {t(texts.approveAssignment)}
      </ConfirmButton>
      <ActionButton type="link" size="small" reason={row.may.decide} onPress={onReject}>
        {t(texts.rejectAssignment)}
      </ActionButton>
    </>
  )
}

/** The past, current and future assignments of a unit. Future ones can be cancelled. */
export function Assignments({ id }: { readonly id: number }) {
  const t = useText()
  const list = useRead(api.units.assignments, { id })
  const cancel = useSubmit(api.units.cancelAssignment)
  const [rejecting, setRejecting] = useState<Assignment | null>(null)
  const columns: Column<Assignment>[] = [
    { key: 'since', title: t(texts.assignedFrom), width: 170, render: (row) => formatDateTime(row.since) },
    { key: 'role', title: t(texts.role), width: 150, render: (row) => t(unitFields[row.role]) },
    { key: 'party', title: t(texts.party), width: 200, isCut: true, render: (row) => row.partyName || t(texts.nobody) },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      render: (row) => <AssignmentTag state={row.state} />,
    },
    { key: 'by', title: t(texts.setBy), width: 120, render: (row) => (row.decidedBy ? `${row.setBy} · ${row.decidedBy}` : row.setBy) },
    {
      key: 'action',
      title: '',
      width: 190,
      render: (row) => (
        <span className="k-row">
          {row.state === 'proposed' ? <Decision row={row} onReject={() => setRejecting(row)} /> : null}
          {row.state === 'ahead' || row.state === 'proposed' ? (
            <ConfirmButton
              type="link"
              size="small"
              reason={row.may.cancel}
              isBusy={cancel.isBusy}
              effect={t(texts.cancelAheadEffect)}
              onPress={() => cancel.submit({ assignmentId: row.id })}
            >
              {t(texts.cancelPlanned)}
            </ConfirmButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable
        id="unit-assignments"
        label={t(texts.team)}
        columns={columns}
        rows={list.data ?? []}
        source={list}
        empty={{ reason: t(texts.noTeam) }}
        isPlain
      />
      {rejecting ? <RejectDialog assignment={rejecting} onClose={() => setRejecting(null)} /> : null}
    </>
  )
}
