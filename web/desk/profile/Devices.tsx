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

function SignOutButton({ device }: { readonly device: Device }) {
  const t = useText()
  const signOut = useSubmit(api.profile.signOutDevice)
  if (device.isThis) return null
  return (
    <Button
      size="small"
      loading={signOut.isBusy}
      onClick={() => confirm({ title: t(texts.signOutAsk), okText: t(texts.signOut), isDangerous: true, onOk: () => signOut.submit({ id: device.id }) })}
    >
      {t(texts.signOut)}
    </Button>
  )
}

function DeviceName({ device }: { readonly device: Device }) {
  const t = useText()
  return (
    <span className="k-row">
      {[device.browser, device.system].filter(Boolean).join(' · ') || t(texts.unknownDevice)}
      {device.isThis ? <StatusTag tone="green">{t(texts.thisDevice)}</StatusTag> : null}
    </span>
  )
}

/** The devices as cards on a phone, where a table would hide its last column with the button. */
function DeviceList({ rows }: { readonly rows: readonly Device[] }) {
  const t = useText()
  return (
    <ul className="p-lines" aria-label={t(texts.devices)}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <DeviceName device={row} />
            <div className="k-note">
              {row.ip} · {t(texts.seen)} {formatDateTime(row.seenAt)}
            </div>
          </div>
          <SignOutButton device={row} />
        </li>
      ))}
    </ul>
  )
}

/** The devices signed in to this account, with buttons to sign them out. */
export function Devices() {
  const t = useText()
  const devices = useRead(api.profile.devices, {})
  const rows = devices.data ?? []
  const isNarrow = useIsNarrow()
  const signOutOthers = useSubmit(api.profile.signOutOthers)
  const hasOtherDevices = rows.some((row) => !row.isThis)
  const columns: Column<Device>[] = [
    {
      key: 'device',
      title: t(texts.device),
      width: 260,
      isAlways: true,
      render: (row) => <DeviceName device={row} />,
    },
    { key: 'ip', title: t(texts.ip), width: 150, render: (row) => row.ip },
    { key: 'since', title: t(texts.since), width: 160, render: (row) => formatDateTime(row.since) },
    { key: 'seen', title: t(texts.seen), width: 160, render: (row) => formatDateTime(row.seenAt) },
    { key: 'action', title: t(texts.action), width: 110, isAlways: true, render: (row) => <SignOutButton device={row} /> },
  ]
  const signOutButton = !hasOtherDevices ? (
    <ActionButton reason={t(texts.noOthers)} onPress={() => undefined}>
      {t(texts.signOutOthers)}
    </ActionButton>
  ) : (
    <Button
      loading={signOutOthers.isBusy}
      onClick={() =>
        confirm({
          title: t(texts.signOutOthers),
          content: t(texts.signOutOthersAsk),
          okText: t(texts.signOutOthers),
          isDangerous: true,
          onOk: () => signOutOthers.submit({}),
        })
      }
    >
      {t(texts.signOutOthers)}
    </Button>
  )
  return (
    <section className="k-card p-section">
      <div className="p-card-head">
        <h2>{t(texts.devices)}</h2>
        {signOutButton}
      </div>
      {isNarrow && rows.length > 0 ? (
        <DeviceList rows={rows} />
      ) : (
        <DataTable id="devices" label={t(texts.devices)} columns={columns} rows={rows} source={devices} empty={{ reason: t(texts.noDevices) }} isPlain />
      )}
    </section>
  )
}
