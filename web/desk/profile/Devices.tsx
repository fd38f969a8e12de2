import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { texts } from './texts.ts'

type Device = OutputOf<typeof api.profile.devices>[number]

function SignOut({ device }: { readonly device: Device }) {
  const say = useText()
  const signOut = useSubmit(api.profile.signOutDevice)
  if (device.isThis) return null
  return (
    <Button
      size="small"
      loading={signOut.isBusy}
      onClick={() => confirm({ title: say(texts.signOutAsk), okText: say(texts.signOut), isDangerous: true, onOk: () => signOut.submit({ id: device.id }) })}
    >
      {say(texts.signOut)}
    </Button>
  )
}

function DeviceName({ device }: { readonly device: Device }) {
  const say = useText()
  return (
    <span className="k-row">
      {[device.browser, device.system].filter(Boolean).join(' · ') || say(texts.unknownDevice)}
      {device.isThis ? <StatusTag tone="green">{say(texts.thisDevice)}</StatusTag> : null}
    </span>
  )
}

/** Cards, because a table on a phone would hide its last column with the button. */
function DeviceList({ rows }: { readonly rows: readonly Device[] }) {
  const say = useText()
  return (
    <ul className="p-lines" aria-label={say(texts.devices)}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <DeviceName device={row} />
            <div className="k-note">
              {row.ip} · {say(texts.seen)} {formatDateTime(row.seenAt)}
            </div>
          </div>
          <SignOut device={row} />
        </li>
      ))}
    </ul>
  )
}

/** The devices signed in to this account, with buttons to sign them out. */
export function Devices() {
  const say = useText()
  const devices = useRead(api.profile.devices, {})
  const rows = devices.data ?? []
  const isNarrow = useIsNarrow()
  const others = useSubmit(api.profile.signOutOthers)
  const hasOthers = rows.some((row) => !row.isThis)
  const columns: Column<Device>[] = [
    {
      key: 'device',
      title: say(texts.device),
      width: 260,
      isAlways: true,
      render: (row) => <DeviceName device={row} />,
    },
    { key: 'ip', title: say(texts.ip), width: 150, render: (row) => row.ip },
    { key: 'since', title: say(texts.since), width: 160, render: (row) => formatDateTime(row.since) },
    { key: 'seen', title: say(texts.seen), width: 160, render: (row) => formatDateTime(row.seenAt) },
    { key: 'action', title: say(texts.action), width: 110, isAlways: true, render: (row) => <SignOut device={row} /> },
  ]
  const ask = !hasOthers ? (
    <ActionButton reason={say(texts.noOthers)} onPress={() => undefined}>
      {say(texts.signOutOthers)}
    </ActionButton>
  ) : (
    <Button
      loading={others.isBusy}
      onClick={() =>
        confirm({
          title: say(texts.signOutOthers),
          content: say(texts.signOutOthersAsk),
          okText: say(texts.signOutOthers),
          isDangerous: true,
          onOk: () => others.submit({}),
        })
      }
    >
      {say(texts.signOutOthers)}
    </Button>
  )
  return (
    <section className="k-card p-section">
      <div className="p-card-head">
        <h2>{say(texts.devices)}</h2>
        {ask}
      </div>
      {isNarrow && rows.length > 0 ? (
        <DeviceList rows={rows} />
      ) : (
        <DataTable
          id="devices"
          label={say(texts.devices)}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          source={devices}
          empty={{ reason: say(texts.noDevices) }}
          isPlain
        />
      )}
    </section>
  )
}
