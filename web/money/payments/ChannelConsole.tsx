import { useState } from 'react'
import { type ChannelAbility, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { texts } from './texts.ts'

const ChannelFiles = onDemand(async () => (await import('./ChannelFiles.tsx')).ChannelFiles)

type Channel = OutputOf<typeof api.payouts.console>[number]
const POLL_MS = 5000
const counts = ['queued', 'inFlight', 'unknown', 'held', 'successToday', 'failedToday'] as const

/** Channels of different centres may have the same name. */
const placeOf = ({ centreName, name }: Pick<Channel, 'centreName' | 'name'>) => `${centreName} · ${name}`

function PauseDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const t = useText()
  const pause = useSubmit(api.payouts.pause, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(channel.isPaused ? texts.resumeChannel : texts.pauseChannel, { name: placeOf(channel) })}
      onClose={onClose}
      confirmText={t(channel.isPaused ? texts.resume : texts.pause)}
      onConfirm={({ reason }) => void pause.submit({ channelId: channel.channelId, paused: !channel.isPaused, reason })}
      isDangerous={!channel.isPaused}
      submission={pause}
    >
      <Facts
        rows={[
          { label: t(texts.centre), value: channel.centreName },
          { label: t(texts.channel), value: channel.name },
          { label: t(texts.queued), value: channel.queued },
          { label: t(texts.inFlight), value: channel.inFlight },
        ]}
      />
      <p>{channel.isPaused ? t(texts.resumeNote, { count: channel.queued }) : t(texts.pauseNote)}</p>
    </ReasonDialog>
  )
}

function Balance({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const time = channel.balanceAt && formatDateTime(channel.balanceAt)
  return (
    <span title={time ? t(texts.balanceAt, { time }) : ''}>
      <Money value={channel.channelBalance} />
    </span>
  )
}

interface ConsoleCallbacks {
  readonly onPause: (channel: Channel) => void
  readonly onFiles: (channel: Channel) => void
}

function useColumns({ onPause, onFiles }: ConsoleCallbacks): Column<Channel>[] {
  const t = useText()
  const currentLanguage = useLanguage()
  return [
    { key: 'centre', title: t(texts.centre), width: 160, isAlways: true, render: (row) => row.centreName },
    {
      key: 'name',
      title: t(texts.channel),
      width: 190,
      isAlways: true,
      render: (row) => (
        <>
          {row.name} <span className="k-note">{t(channelKinds[row.kind].name)}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t(texts.state),
      width: 150,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <Switch
            checked={!row.isPaused}
            aria-label={t(row.isPaused ? texts.resumeChannel : texts.pauseChannel, { name: placeOf(row) })}
            onChange={() => onPause(row)}
          />
          <StatusTag tone={row.isPaused ? 'red' : 'green'} title={row.pausedReason}>
            {t(row.isPaused ? texts.paused : texts.running)}
          </StatusTag>
          {row.waitsUntil ? <StatusTag tone="gold">{t(texts.waitsUntil, { time: formatDateTime(row.waitsUntil) })}</StatusTag> : null}
        </span>
      ),
    },
    ...counts.map(
      (key): Column<Channel> => ({ key, title: t(texts[key]), width: 100, align: 'right', render: (row) => formatCount(row[key], currentLanguage) }),
    ),
    {
      key: 'average',
      title: t(texts.averageToday),
      width: 120,
      align: 'right',
      render: (row) => (row.averageSeconds === null ? '—' : t(texts.seconds, { count: row.averageSeconds })),
    },
    { key: 'ledger', title: t(texts.ledgerBalance), width: 140, align: 'right', render: (row) => <Money value={row.ledgerBalance} /> },
    {
      key: 'balance',
      title: t(texts.channelBalance),
      width: 140,
      align: 'right',
      render: (row) => <Balance channel={row} />,
    },
    {
      key: 'files',
      title: t(texts.dailyFiles),
      width: 110,
      render: (row) =>
        (channelKinds[row.kind].can as readonly ChannelAbility[]).includes('dailyFile') ? (
          <ActionButton type="link" size="small" onPress={() => onFiles(row)}>
            {t(texts.dailyFiles)}
          </ActionButton>
        ) : (
          '—'
        ),
    },
    { key: 'reason', title: t(texts.reason), width: 180, isCut: true, render: (row) => row.pausedReason },
  ]
}

/** The channels with their pending and sent orders, and the switch that pauses sending. */
export function ChannelConsole() {
  const t = useText()
  const channels = useRead(api.payouts.console, {}, { everyMs: POLL_MS, follows: ['batches'] })
  const [dialog, setRequested] = useState<Channel | null>(null)
  const [files, setFiles] = useState<Channel | null>(null)
  const columns = useColumns({ onPause: setRequested, onFiles: setFiles })
  return (
    <>
      <DataTable
        id="console"
        label={t(texts.console)}
        columns={columns}
        rows={channels.data ?? []}
        rowKey={(row) => row.channelId}
        source={channels}
        empty={{ reason: t(texts.noChannels) }}
      />
      {files ? <ChannelFiles channelId={files.channelId} name={placeOf(files)} onClose={() => setFiles(null)} /> : null}
      {dialog ? <PauseDialog channel={dialog} onClose={() => setRequested(null)} /> : null}
    </>
  )
}
