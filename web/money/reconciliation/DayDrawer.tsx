import { useState } from 'react'
import { reconFields as fields, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery, useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { ReportedSide, useItemColumns } from './columns.tsx'
import { ItemDrawer } from './ItemDrawer.tsx'
import { History } from './Steps.tsx'
import { type DayDetail, DayTag } from './tags.tsx'
import { texts } from './texts.ts'

type File = DayDetail['files'][number]

function Files({ day }: { readonly day: DayDetail }) {
  const say = useText()
  const columns: Column<File>[] = [
    { key: 'source', title: say(texts.source), width: 140, isAlways: true, render: (row) => say(sourceNames[row.source]) },
    { key: 'name', title: say(texts.file), width: 220, isCut: true, isAlways: true, render: (row) => row.name },
    {
      key: 'rows',
      title: say(texts.rows),
      width: 150,
      align: 'right',
      render: (row) => (row.isReading ? say(texts.reading, { done: row.done, rows: row.rows }) : row.rows),
    },
    { key: 'by', title: say(texts.by), width: 120, render: (row) => row.byName || say(texts.fetched) },
    { key: 'at', title: say(texts.at), width: 170, render: (row) => formatDateTimeSeconds(row.addedAt) },
    { key: 'file', title: '', width: 100, render: (row) => <DownloadButton type="link" size="small" file={row.fileId} /> },
  ]
  return (
    <DataTable
      id="recon-files"
      label={say(texts.files)}
      columns={columns}
      rows={day.files}
      rowKey={(row) => row.fileId}
      source={idleQuery}
      empty={{ reason: say(texts.noFiles) }}
      isPlain
    />
  )
}

function Differences({ dayId }: { readonly dayId: number }) {
  const say = useText()
  const [place, setPlace] = useState(firstPage)
  const item = useOverlay<number>((id, close) => <ItemDrawer id={id} onClose={close} />)
  const list = useRead(api.reconciliation.items, { ...pageRequestOf(place), dayId }, { follows: ['recon'] })
  return (
    <DataTable
      id="recon-day-items"
      label={say(texts.items)}
      columns={useItemColumns(item.open, true)}
      rows={list.data?.rows ?? []}
      rowKey={(row) => row.id}
      source={list}
      empty={{ reason: say(texts.noItems) }}
      tools={<DownloadButton file={() => api.reconciliation.exportItems({ dayId })}>{say(texts.export)}</DownloadButton>}
      onOpen={(row) => item.open(row.id)}
      openKey={item.value ?? null}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

function About({ day }: { readonly day: DayDetail }) {
  const say = useText()
  const side = (key: 'ours' | 'topups' | 'differences') => ({
    label: say(fields[key]),
    value: (
      <>
        <Money value={day[key].amount} isStrong={key === 'differences'} /> <span className="k-note">{say(texts.count, { count: day[key].count })}</span>
      </>
    ),
  })
  return (
    <div className="k-stack">
      {day.refusal === '' ? null : (
        <Alert
          type="warning"
          showIcon
          title={say(texts.refusedTitle)}
          description={
            <>
              <div>{day.refusal}</div>
              <div>{say(texts.refusedAdvice)}</div>
            </>
          }
        />
      )}
      <Facts
        columns={2}
        rows={[
          { label: say(fields.state), value: <DayTag state={day.state} /> },
          { label: say(fields.centre), value: day.centreName },
          side('ours'),
          { label: say(fields.theirs), value: <ReportedSide day={day} of="channel" /> },
          { label: say(fields.bank), value: <ReportedSide day={day} of="bank" /> },
          side('topups'),
          side('differences'),
          { label: say(fields.missing), value: day.missing.map((source) => say(sourceNames[source])).join(' · ') },
          { label: say(texts.closedBy), value: day.closedAt ? `${day.closedBy} ${formatDateTimeSeconds(day.closedAt)}` : '' },
        ]}
      />
      <h3>{say(texts.items)}</h3>
      <Differences dayId={day.id} />
      <h3>{say(texts.files)}</h3>
      <Files day={day} />
      {day.steps.length > 0 ? (
        <>
          <h3>{say(texts.history)}</h3>
          <History steps={day.steps} />
        </>
      ) : null}
    </div>
  )
}

function Reopening({ day, onClose }: { readonly day: DayDetail; readonly onClose: () => void }) {
  const say = useText()
  const reopen = useSubmit(api.reconciliation.reopen, { onDone: onClose })
  return (
    <ReasonDialog
      title={say(texts.reopen)}
      onClose={onClose}
      confirmText={say(texts.reopen)}
      onConfirm={({ reason }) => void reopen.submit({ dayId: day.id, version: day.version, reason })}
      isDangerous
      isBusy={reopen.isBusy}
      failure={reopen.failure}
      reason={{ isOptional: false }}
    />
  )
}

function Actions({ day }: { readonly day: DayDetail }) {
  const say = useText()
  const { open: askReopen } = useOverlay((_, onClose) => <Reopening day={day} onClose={onClose} />)
  const close = useSubmit(api.reconciliation.close)
  const target = { dayId: day.id, version: day.version }
  const press = () =>
    confirm({
      title: say(texts.closeAsk, { day: day.day, channel: day.channelName }),
      content: <p>{say(texts.closeNote)}</p>,
      okText: say(texts.close),
      onOk: () => close.submit(target),
    })
  if (day.state !== 'closed')
    return (
      <ActionButton type="primary" reason={day.may.close} isBusy={close.isBusy} onPress={press}>
        {say(texts.close)}
      </ActionButton>
    )
  return (
    <ActionButton danger reason={day.may.reopen} onPress={() => askReopen()}>
      {say(texts.reopen)}
    </ActionButton>
  )
}

/** One day of a channel: the three sides, the differences, the files and the closing. */
export function DayDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const day = useRead(api.reconciliation.day, { dayId: id }, { keepLast: false, follows: ['recon'] })
  const detail = day.data
  return (
    <DetailDrawer
      isOpen
      title={detail ? `${detail.day} · ${detail.channelName}` : ''}
      onClose={onClose}
      width={1040}
      footer={detail && can('recon:check') ? <Actions day={detail} /> : undefined}
    >
      <QueryContent query={day} lines={12}>
        {(answer) => <About day={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
