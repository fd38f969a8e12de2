import { useId, useState } from 'react'
import { exceptionStateNames, exceptionVoidNames, relationNames } from '#/api/organisations/relations.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withLabel } from '#/web/kernel/punctuation.ts'
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
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.relations.exceptions>['rows'][number]

const ExceptionTag = stateTag(exceptionStateNames, { pending: 'gold', approved: 'green', rejected: 'red', void: 'grey' })
const defaultDays = 90

function DecideDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const today = dayOf(new Date(nowMs()))
  const [isApproved, setApproved] = useState<boolean | null>(null)
  const [validTo, setValidTo] = useState(shiftDay(today, defaultDays))
  const decide = useSubmit(api.relations.decide, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.decideTitle, { name: row.name })}
      onClose={onClose}
      confirmText={t(texts.decide)}
      onConfirm={({ reason }) => void decide.submit({ exceptionId: row.id, isApproved: isApproved === true, reason, ...(isApproved === true && { validTo }) })}
      submission={decide}
      isDisabled={isApproved === null || (isApproved && validTo === '')}
      isDirty={isApproved !== null}
    >
      <p>
        {row.unitName} · {t(relationNames[row.relation])}: {row.statement}
      </p>
      <PreviewButton size="small" fileId={row.fileId}>
        {t(texts.proof)}
      </PreviewButton>
      <RadioGroup
        aria-label={t(texts.decision)}
        value={isApproved}
        onChange={setApproved}
        options={[
          { value: true, label: t(texts.allow) },
          { value: false, label: t(texts.refuse) },
        ]}
      />
      {isApproved ? (
        <Field label={t(texts.validTo)} htmlFor={id} required>
          <DayInput id={id} value={validTo} min={today} max={shiftDay(today, 366)} onChange={setValidTo} />
        </Field>
      ) : null}
    </ReasonDialog>
  )
}

/** The exception requests in a state, by default in all, with their decisions. */
export function ExceptionList({ shown }: { readonly shown: Row['state'] | undefined }) {
  const t = useText()
  const [state, change] = useUrlState({ exceptionPage: 1, exceptionSize: 20, exceptionAt: '' }, { exceptionSize: pageSizes })
  const position = { page: state.exceptionPage, size: state.exceptionSize, at: state.exceptionAt }
  const list = useRead(api.relations.exceptions, { ...pageRequestOf(position), ...(shown && { state: shown }) }, { follows: ['candidates'] })
  const { open: ask } = useOverlay<Row>((dialog, close) => <DecideDialog row={dialog} onClose={close} />)
  const columns: Column<Row>[] = [
    { key: 'name', title: t(texts.name), width: 100, isAlways: true, render: (row) => row.name },
    {
      key: 'state',
      title: t(texts.state),
      width: 100,
      render: (row) => <ExceptionTag state={row.state} />,
    },
    { key: 'idNumber', title: t(texts.idNumber), width: 190, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'relation', title: t(texts.relation), width: 120, render: (row) => t(relationNames[row.relation]) },
    { key: 'unit', title: t(texts.unit), width: 190, isCut: true, render: (row) => row.unitName },
    { key: 'statement', title: t(texts.statement), width: 200, isCut: true, render: (row) => row.statement },
    { key: 'by', title: t(texts.by), width: 100, render: (row) => row.requestedBy },
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.requestedAt) },
    { key: 'validTo', title: t(texts.validTo), width: 120, render: (row) => row.validTo ?? '—' },
    {
      key: 'voided',
      title: t(texts.voided),
      width: 220,
      isCut: true,
      render: (row) => (row.voided ? withLabel(row.voided.on, t(exceptionVoidNames[row.voided.reason])) : '—'),
    },
    {
      key: 'result',
      title: t(texts.result),
      width: 200,
      isCut: true,
      render: (row) => [row.decidedBy, row.decisionReason].filter(Boolean).join(': ') || '—',
    },
    {
      key: 'action',
      title: t(texts.action),
      width: 90,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => ask(row)}>
          {t(texts.decide)}
        </ActionButton>
      ),
    },
  ]
  return (
    <DataTable
      id="exceptions"
      label={t(texts.exceptions)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noExceptions) }}
      paging={pagingOf(position, list.data, ({ page, size, at }) => change({ exceptionPage: page, exceptionSize: size, exceptionAt: at }))}
      isPlain
    />
  )
}
