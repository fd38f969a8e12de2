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
  const say = useText()
  const pause = useSubmit(api.payouts.pause, { onDone: onClose })
  return (
    <ReasonDialog
      title={say(channel.isPaused ? texts.resumeChannel : texts.pauseChannel, { name: placeOf(channel) })}
      onClose={onClose}
      confirmText={say(channel.isPaused ? texts.resume : texts.pause)}
      onConfirm={({ reason }) => void pause.submit({ channelId: channel.channelId, paused: !channel.isPaused, reason })}
      isDangerous={!channel.isPaused}
      isBusy={pause.isBusy}
      failure={pause.failure}
    >
      <Facts
        rows={[
          { label: say(texts.centre), value: channel.centreName },
          { label: say(texts.channel), value: channel.name },
          { label: say(texts.queued), value: channel.queued },
          { label: say(texts.inFlight), value: channel.inFlight },
        ]}
      />
      <p>{channel.isPaused ? say(texts.resumeNote, { count: channel.queued }) : say(texts.pauseNote)}</p>
    </ReasonDialog>
  )
}

function Balance({ channel }: { readonly channel: Channel }) {
  const say = useText()
  const time = channel.balanceAt && formatDateTime(channel.balanceAt)
  return (
    <span title={time ? say(texts.balanceAt, { time }) : ''}>
      <Money value={channel.channelBalance} />
    </span>
  )
}

interface ConsoleCallbacks {
  readonly onPause: (channel: Channel) => void
  readonly onFiles: (channel: Channel) => void
}

function useColumns({ onPause, onFiles }: ConsoleCallbacks): Column<Channel>[] {
  const say = useText()
  const currentLanguage = useLanguage()
  return [
    { key: 'centre', title: say(texts.centre), width: 160, isAlways: true, render: (row) => row.centreName },
    {
      key: 'name',
      title: say(texts.channel),
      width: 190,
      isAlways: true,
      render: (row) => (
        <>
          {row.name} <span className="k-note">{say(channelKinds[row.kind].name)}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: say(texts.state),
      width: 150,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <Switch
            checked={!row.isPaused}
            aria-label={say(row.isPaused ? texts.resumeChannel : texts.pauseChannel, { name: placeOf(row) })}
            onChange={() => onPause(row)}
          />
          <StatusTag tone={row.isPaused ? 'red' : 'green'} title={row.pausedReason}>
            {say(row.isPaused ? texts.paused : texts.running)}
          </StatusTag>
          {row.waitsUntil ? <StatusTag tone="gold">{say(texts.waitsUntil, { time: formatDateTime(row.waitsUntil) })}</StatusTag> : null}
        </span>
      ),
    },
    ...counts.map(
      (key): Column<Channel> => ({ key, title: say(texts[key]), width: 100, align: 'right', render: (row) => formatCount(row[key], currentLanguage) }),
    ),
    {
      key: 'average',
      title: say(texts.averageToday),
      width: 120,
      align: 'right',
      render: (row) => (row.averageSeconds === null ? '—' : say(texts.seconds, { count: row.averageSeconds })),
    },
    { key: 'ledger', title: say(texts.ledgerBalance), width: 140, align: 'right', render: (row) => <Money value={row.ledgerBalance} /> },
    {
      key: 'balance',
      title: say(texts.channelBalance),
      width: 140,
      align: 'right',
      render: (row) => <Balance channel={row} />,
    },
    {
      key: 'files',
      title: say(texts.dailyFiles),
      width: 110,
      render: (row) =>
        (channelKinds[row.kind].can as readonly ChannelAbility[]).includes('dailyFile') ? (
          <ActionButton type="link" size="small" onPress={() => onFiles(row)}>
            {say(texts.dailyFiles)}
          </ActionButton>
        ) : (
          '—'
        ),
    },
    { key: 'reason', title: say(texts.reason), width: 180, isCut: true, render: (row) => row.pausedReason },
  ]
}

/** The channels with their pending and sent orders, and the switch that pauses sending. */
export function ChannelConsole() {
  const say = useText()
  const channels = useRead(api.payouts.console, {}, { everyMs: POLL_MS, follows: ['batches'] })
  const [dialog, setRequested] = useState<Channel | null>(null)
  const [files, setFiles] = useState<Channel | null>(null)
  const columns = useColumns({ onPause: setRequested, onFiles: setFiles })
  return (
    <>
      <DataTable
        id="console"
        label={say(texts.console)}
        columns={columns}
        rows={channels.data ?? []}
        rowKey={(row) => row.channelId}
        source={channels}
        empty={{ reason: say(texts.noChannels) }}
      />
      {files ? <ChannelFiles channelId={files.channelId} name={placeOf(files)} onClose={() => setFiles(null)} /> : null}
      {dialog ? <PauseDialog channel={dialog} onClose={() => setRequested(null)} /> : null}
    </>
  )
}
