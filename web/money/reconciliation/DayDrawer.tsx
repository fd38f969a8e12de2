import { useState } from 'react'
import { reconFields as fields, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
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
import { ReportedTotals, useItemColumns } from './columns.tsx'
import { ItemDrawer } from './ItemDrawer.tsx'
import { History } from './Steps.tsx'
import { type DayDetail, DayTag } from './tags.tsx'
import { texts } from './texts.ts'

type DayFile = DayDetail['files'][number]

function Files({ day }: { readonly day: DayDetail }) {
  const t = useText()
  const columns: Column<DayFile>[] = [
    { key: 'source', title: t(texts.source), width: 140, isAlways: true, render: (row) => t(sourceNames[row.source]) },
    { key: 'name', title: t(texts.file), width: 220, isCut: true, isAlways: true, render: (row) => row.name },
    {
      key: 'rows',
      title: t(texts.rows),
      width: 150,
      align: 'right',
      render: (row) => (row.isReading ? t(texts.reading, { done: row.done, rows: row.rows }) : row.rows),
    },
    { key: 'by', title: t(texts.by), width: 120, render: (row) => row.byName || t(texts.fetched) },
    { key: 'at', title: t(texts.at), width: 170, render: (row) => formatDateTimeSeconds(row.addedAt) },
    { key: 'file', title: '', width: 100, render: (row) => <DownloadButton type="link" size="small" file={row.fileId} /> },
  ]
  return (
    <DataTable
      id="recon-files"
      label={t(texts.files)}
      columns={columns}
      rows={day.files}
      rowKey={(row) => row.fileId}
      empty={{ reason: t(texts.noFiles) }}
      isPlain
    />
  )
}

function Differences({ dayId }: { readonly dayId: number }) {
  const t = useText()
  const [place, setPlace] = useState(firstPage)
  const item = useOverlay<number>((id, close) => <ItemDrawer id={id} onClose={close} />)
  const list = useRead(api.reconciliation.items, { ...pageRequestOf(place), dayId }, { follows: ['recon'] })
  return (
    <DataTable
      id="recon-day-items"
      label={t(texts.items)}
      columns={useItemColumns(item.open, true)}
      source={list}
      empty={{ reason: t(texts.noItems) }}
      tools={<ExportButton file={() => api.reconciliation.exportItems({ dayId })} />}
      onOpen={(row) => item.open(row.id)}
      openKey={item.value ?? null}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

function DayOverview({ day }: { readonly day: DayDetail }) {
  const t = useText()
  const sideFact = (key: 'ours' | 'topups' | 'registered' | 'differences') => ({
    label: t(fields[key]),
    value: (
      <>
        <Money value={day[key].amount} isStrong={key === 'differences'} /> <span className="k-note">{t(texts.count, { count: day[key].count })}</span>
      </>
    ),
  })
  return (
    <div className="k-stack">
      {day.refusal === '' ? null : (
        <Alert
          type="warning"
          showIcon
          title={t(texts.refusedTitle)}
          description={
            <>
              <div>{day.refusal}</div>
              <div>{t(texts.refusedAdvice)}</div>
            </>
          }
        />
      )}
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <DayTag state={day.state} /> },
          { label: t(fields.centre), value: day.centreName },
          sideFact('ours'),
          { label: t(fields.theirs), value: <ReportedTotals day={day} of="channel" /> },
          { label: t(fields.bank), value: <ReportedTotals day={day} of="bank" /> },
          sideFact('topups'),
          sideFact('registered'),
          sideFact('differences'),
          { label: t(fields.missing), value: day.missing.map((source) => t(sourceNames[source])).join(' · ') },
          { label: t(texts.closedBy), value: day.closedAt ? `${day.closedBy} ${formatDateTimeSeconds(day.closedAt)}` : '' },
        ]}
      />
      <h3>{t(texts.items)}</h3>
      <Differences dayId={day.id} />
      <h3>{t(texts.files)}</h3>
      <Files day={day} />
      {day.steps.length > 0 ? (
        <>
          <h3>{t(texts.history)}</h3>
          <History steps={day.steps} />
        </>
      ) : null}
    </div>
  )
}

function ReopenDialog({ day, onClose }: { readonly day: DayDetail; readonly onClose: () => void }) {
  const t = useText()
  const reopen = useSubmit(api.reconciliation.reopen, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.reopen)}
      onClose={onClose}
      confirmText={t(texts.reopen)}
      onConfirm={({ reason }) => void reopen.submit({ dayId: day.id, version: day.version, reason })}
      isDangerous
      submission={reopen}
      reason={{ isOptional: false }}
    />
  )
}

function Actions({ day }: { readonly day: DayDetail }) {
  const t = useText()
  const { open: askReopen } = useOverlay((_, onClose) => <ReopenDialog day={day} onClose={onClose} />)
  const close = useSubmit(api.reconciliation.close)
  const target = { dayId: day.id, version: day.version }
  const handlePress = () =>
    confirm({
      title: t(texts.closeAsk, { day: day.day, channel: day.channelName }),
      content: <p>{t(texts.closeNote)}</p>,
      okText: t(texts.close),
      onOk: () => close.submit(target),
    })
  if (day.state !== 'closed')
    return (
      <ActionButton type="primary" reason={day.may.close} isBusy={close.isBusy} onPress={handlePress}>
        {t(texts.close)}
      </ActionButton>
    )
  return (
    <ActionButton danger reason={day.may.reopen} onPress={() => askReopen()}>
      {t(texts.reopen)}
    </ActionButton>
  )
}

/** One day of a channel: the three sides, the differences, the files and the closing. */
export function DayDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const day = useRead(api.reconciliation.day, { dayId: id }, { keepLast: false, follows: ['recon'] })
  const detail = day.data
  return (
    <DetailDrawer
      title={detail ? `${detail.day} · ${detail.channelName}` : ''}
      onClose={onClose}
      width={1040}
      footer={detail && can('recon:check') ? <Actions day={detail} /> : undefined}
    >
      <QueryContent query={day} lines={12}>
        {(answer) => <DayOverview day={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
