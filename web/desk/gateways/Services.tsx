import { serviceNames } from '#/api/desk/gateways.texts.ts'
import { gatewayKinds } from '#/domain/services/gateway.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

const ServiceDialog = onDemand(async () => (await import('./ServiceDialog.tsx')).ServiceDialog)

type GatewayState = OutputOf<typeof api.gateways.state>
export type GatewayService = GatewayState['services'][number]

function ServiceStatus({ of }: { readonly of: GatewayService['source'] }) {
  const t = useText()
  if (of === 'none') return <StatusTag tone="red">{t(texts.none)}</StatusTag>
  return of === 'sandbox' ? <StatusTag tone="gold">{t(texts.sandbox)}</StatusTag> : <StatusTag tone="green">{t(texts.active)}</StatusTag>
}

function TestResult({ row }: { readonly row: GatewayService }) {
  const t = useText()
  if (row.testedAt === null) return row.kind === null ? '—' : <StatusTag tone="grey">{t(texts.untested)}</StatusTag>
  return row.testResult === '' ? (
    <StatusTag tone="green" title={formatDateTime(row.testedAt)}>
      {t(texts.good)}
    </StatusTag>
  ) : (
    <StatusTag tone="red" title={formatDateTime(row.testedAt)}>
      {row.testResult}
    </StatusTag>
  )
}

/** The verification services and the mail service. */
export function Services() {
  const t = useText()
  const state = useRead(api.gateways.state, {})
  const { open: ask } = useOverlay<GatewayService>((dialog, close) => <ServiceDialog service={dialog} onClose={close} />)
  const test = useSubmit(api.gateways.test, { tone: ({ isGood }) => (isGood ? 'success' : 'warning') })
  const columns: Column<GatewayService>[] = [
    { key: 'service', title: t(texts.service), width: 150, isAlways: true, pin: 'left', render: (row) => t(serviceNames[row.service]) },
    { key: 'state', title: t(texts.state), width: 150, isAlways: true, render: (row) => <ServiceStatus of={row.source} /> },
    { key: 'kind', title: t(texts.kind), width: 180, render: (row) => (row.kind === null ? '—' : t(gatewayKinds[row.kind].name)) },
    { key: 'address', title: t(texts.address), width: 240, isCut: true, render: (row) => row.settings.address ?? '—' },
    { key: 'tested', title: t(texts.tested), width: 180, render: (row) => <TestResult row={row} /> },
    { key: 'today', title: t(texts.today), width: 170, render: (row) => t(texts.usage, row.today) },
    { key: 'cost', title: t(texts.cost), width: 110, align: 'right', render: (row) => <Money value={row.today.cost} /> },
    { key: 'set', title: t(texts.setBy), width: 220, render: (row) => (row.setAt === null ? '—' : `${row.setBy} · ${formatDateTime(row.setAt)}`) },
    {
      key: 'action',
      title: t(texts.action),
      width: 140,
      isAlways: true,
      pin: 'right',
      render: (row) => (
        <span className="k-row">
          <ActionButton size="small" type="link" onPress={() => ask(row)}>
            {t(texts.set)}
          </ActionButton>
          {row.isActive ? (
            <ActionButton size="small" type="link" isBusy={test.isBusy} onPress={() => void test.submit({ service: row.service })}>
              {t(texts.test)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <div className="k-stack">
      <OpenChanges changes={(state.data?.services ?? []).flatMap(({ changes }) => changes)} />
      <DataTable
        id="gateways"
        label={t(texts.services)}
        columns={columns}
        rows={state.data?.services ?? []}
        rowKey={(row) => row.service}
        source={state}
        empty={{ reason: t(texts.none) }}
        isPlain
      />
      {state.data ? (
        <Facts
          rows={[
            {
              label: t(texts.mail),
              value: (
                <span className="k-row">
                  <ServiceStatus of={state.data.mail ? 'http_sms' : state.data.isMailSandbox ? 'sandbox' : 'none'} />
                  {state.data.mail ? `${state.data.mail.host} · ${state.data.mail.from}` : <span className="k-note">{t(texts.mailNote)}</span>}
                </span>
              ),
            },
            { label: t(texts.reportUrl), value: state.data.reportUrl ?? t(texts.noSite) },
          ]}
        />
      ) : null}
    </div>
  )
}
