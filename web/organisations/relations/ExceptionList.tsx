import { useId, useState } from 'react'
import { exceptionStateNames, relationNames } from '#/api/organisations/relations.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.relations.exceptions>['rows'][number]

const tones = { pending: 'gold', approved: 'green', rejected: 'red' } as const
const usualDays = 90

function DecideDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const say = useText()
  const id = useId()
  const today = dayOf(new Date(nowMs()))
  const [isApproved, setApproved] = useState<boolean | null>(null)
  const [validTo, setValidTo] = useState(shiftDay(today, usualDays))
  const decide = useSubmit(api.relations.decide, { onDone: onClose })
  return (
    <ReasonDialog
      title={say(texts.decideTitle, { name: row.name })}
      onClose={onClose}
      confirmText={say(texts.decide)}
      onConfirm={({ reason }) => void decide.submit({ exceptionId: row.id, isApproved: isApproved === true, reason, ...(isApproved === true && { validTo }) })}
      isBusy={decide.isBusy}
      failure={decide.failure}
      isDisabled={isApproved === null || (isApproved && validTo === '')}
      isDirty={isApproved !== null}
    >
      <p>
        {row.unitName} · {say(relationNames[row.relation])}: {row.statement}
      </p>
      <PreviewButton size="small" fileId={row.fileId}>
        {say(texts.proof)}
      </PreviewButton>
      <RadioGroup
        aria-label={say(texts.decision)}
        value={isApproved}
        onChange={setApproved}
        options={[
          { value: true, label: say(texts.allow) },
          { value: false, label: say(texts.refuse) },
        ]}
      />
      {isApproved ? (
        <Field label={say(texts.validTo)} htmlFor={id} required>
          <DayInput id={id} value={validTo} min={today} max={shiftDay(today, 366)} onChange={setValidTo} />
        </Field>
      ) : null}
    </ReasonDialog>
  )
}

/** The exception requests, with their decisions. */
export function ExceptionList({ isPending }: { readonly isPending: boolean }) {
  const say = useText()
  const [state, change] = useUrlState({ exceptionPage: 1, exceptionSize: 20, exceptionAt: '' }, { exceptionSize: pageSizes })
  const place = { page: state.exceptionPage, size: state.exceptionSize, at: state.exceptionAt }
  const list = useRead(api.relations.exceptions, { ...pageRequestOf(place), ...(isPending && { state: 'pending' as const }) }, { follows: ['candidates'] })
  const { open: ask } = useOverlay<Row>((dialog, close) => <DecideDialog row={dialog} onClose={close} />)
  const columns: Column<Row>[] = [
    { key: 'name', title: say(texts.name), width: 100, isAlways: true, render: (row) => row.name },
    {
      key: 'state',
      title: say(texts.state),
      width: 100,
      render: (row) => <StatusTag tone={tones[row.state]}>{say(exceptionStateNames[row.state])}</StatusTag>,
    },
    { key: 'idNumber', title: say(texts.idNumber), width: 190, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'relation', title: say(texts.relation), width: 120, render: (row) => say(relationNames[row.relation]) },
    { key: 'unit', title: say(texts.unit), width: 190, isCut: true, render: (row) => row.unitName },
    { key: 'statement', title: say(texts.statement), width: 200, isCut: true, render: (row) => row.statement },
    { key: 'by', title: say(texts.by), width: 100, render: (row) => row.requestedBy },
    { key: 'at', title: say(texts.at), width: 150, render: (row) => formatDateTime(row.requestedAt) },
    { key: 'validTo', title: say(texts.validTo), width: 120, render: (row) => row.validTo ?? '—' },
    {
      key: 'result',
      title: say(texts.result),
      width: 200,
      isCut: true,
      render: (row) => [row.decidedBy, row.decisionReason].filter(Boolean).join(': ') || '—',
    },
    {
      key: 'action',
      title: say(texts.action),
      width: 90,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => ask(row)}>
          {say(texts.decide)}
        </ActionButton>
      ),
    },
  ]
  return (
    <DataTable
      id="exceptions"
      label={say(texts.exceptions)}
      columns={columns}
      rows={list.data?.rows ?? []}
      rowKey={(row) => row.id}
      source={list}
      empty={{ reason: say(texts.noExceptions) }}
      paging={pagingOf(place, list.data, ({ page, size, at }) => change({ exceptionPage: page, exceptionSize: size, exceptionAt: at }))}
      isPlain
    />
  )
}
