import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { postNames } from '#/api/access/users.texts.ts'
import { paidAmountNames } from '#/api/amounts.texts.ts'
import { centreFields, invoiceKindNames } from '#/api/organisations/centres.texts.ts'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import { pages } from '#/api/pages.ts'
import { type ChannelAbility, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { AccountTag } from '#/web/access/users/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Certificates, certificatesTitle } from '#/web/organisations/certificates/public.tsx'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { CentreDialog } from './CentreDialog.tsx'
import { ChannelDialog, SetActiveDialog } from './ChannelDialog.tsx'
import { ChannelTestNotice, type ChannelTestResult } from './ChannelTestNotice.tsx'
import { EinvoicePane } from './EinvoicePane.tsx'
import { texts } from './texts.ts'

type CentreDetail = OutputOf<typeof api.centres.get>
type Channel = CentreDetail['channels'][number]
type Person = CentreDetail['people'][number]

function Basics({ centre }: { readonly centre: CentreDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <OpenChanges changes={centre.changes.filter(({ kind }) => kind === 'centre')} />
      <Facts
        columns={2}
        rows={[
          { label: t(centreFields.code), value: centre.code },
          {
            label: t(centreFields.status),
            value: <StatusTag tone={centre.isActive ? 'green' : 'grey'}>{t(centre.isActive ? texts.active : texts.inactive)}</StatusTag>,
          },
          { label: t(centreFields.legalName), value: centre.legalName, isWide: true },
          { label: t(centreFields.creditCode), value: centre.creditCode },
          { label: t(centreFields.modes), value: joinList(centre.modes.map((mode) => t(modeNames[mode] ?? texts.all))) },
          { label: t(centreFields.taxAuthority), value: centre.taxAuthority, isWide: true },
          { label: t(centreFields.regionCode), value: centre.regionCode },
          {
            label: t(centreFields.cityRatePpm),
            value: [
              `${centre.cityRatePpm / 10_000}%`,
              ...centre.cityRates.map((cityRate) => t(texts.cityRateFrom, { rate: cityRate.ratePpm / 10_000, month: cityRate.from })),
            ].join(' · '),
          },
          { label: t(centreFields.unitCount), value: centre.unitCount },
          { label: t(paidAmountNames.month), value: <MoneyLink value={centre.monthNet} path={centre.monthNetPath} /> },
          { label: t(centreFields.balance), value: <Money value={centre.balance} /> },
        ]}
      />
      <section className="k-card">
        <h2>{t(texts.account)}</h2>
        <Facts
          rows={[
            { label: t(centreFields.accountName), value: centre.accountName },
            { label: t(centreFields.accountNo), value: centre.accountNo },
            { label: t(centreFields.accountBank), value: centre.accountBank },
          ]}
        />
      </section>
    </div>
  )
}

function Invoices({ centre }: { readonly centre: CentreDetail }) {
  const t = useText()
  return (
    <Facts
      rows={[
        { label: t(centreFields.invoiceKinds), value: joinList(centre.invoiceKinds.map((kind) => t(invoiceKindNames[kind]))) },
        { label: t(centreFields.invoiceCap), value: <Money value={centre.invoiceCap} /> },
        { label: t(centreFields.invoiceCategories), value: joinList(centre.invoiceCategories) },
        { label: t(centreFields.invoiceBank), value: centre.invoiceBank },
        { label: t(centreFields.invoiceAccountNo), value: centre.invoiceAccountNo },
      ]}
    />
  )
}

function Rules({ centre }: { readonly centre: CentreDetail }) {
  const t = useText()
  return (
    <Facts
      rows={[
        { label: t(centreFields.ages), value: t(texts.years, { min: centre.ageMin, max: centre.ageMax }) },
        { label: t(centreFields.singleLimit), value: <Money value={centre.singleLimit} /> },
        { label: t(centreFields.monthLimit), value: <Money value={centre.monthLimit} /> },
        { label: t(centreFields.signWay), value: t(signatureMethodNames[centre.signWay]) },
        { label: t(centreFields.objectionDays), value: centre.objectionDays },
        { label: t(centreFields.textsPayees), value: t(centre.textsPayees ? texts.yes : texts.no) },
        { label: t(centreFields.refusesOwners), value: t(centre.refusesOwners ? texts.yes : texts.no), isWide: true },
      ]}
    />
  )
}

function useChannelColumns(reason: string, onOpen: (channel: Channel) => void, onTest: (channel: Channel) => unknown): Column<Channel>[] {
  const t = useText()
  return [
    { key: 'name', title: t(texts.channelName), width: 140, render: (row) => row.name },
    { key: 'kind', title: t(texts.channelKind), width: 104, render: (row) => t(channelKinds[row.kind].name) },
    {
      key: 'single',
      title: t(texts.singleLimit),
      width: 118,
      align: 'right',
      render: (row) => (row.singleLimit === null ? t(texts.noLimit) : <Money value={row.singleLimit} />),
    },
    {
      key: 'limit',
      title: t(texts.dailyLimit),
      width: 118,
      align: 'right',
      render: (row) => (row.dailyLimit === null ? t(texts.noLimit) : <Money value={row.dailyLimit} />),
    },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      render: (row) => (
        <span className="k-row">
          <StatusTag tone={row.isActive ? 'green' : 'grey'}>{t(row.isActive ? texts.inUse : texts.offUse)}</StatusTag>
          {row.isPaused ? (
            <StatusTag tone="gold" title={row.pausedReason}>
              {t(texts.paused)}
            </StatusTag>
          ) : null}
        </span>
      ),
    },
    {
      key: 'action',
      title: '',
      width: 150,
      render: (row) => (
        <span className="k-row">
          <ActionButton type="link" size="small" reason={reason} onPress={() => onOpen(row)}>
            {t(texts.edit)}
          </ActionButton>
          {(channelKinds[row.kind].can as readonly ChannelAbility[]).includes('test') ? (
            <ActionButton type="link" size="small" onPress={() => onTest(row)}>
              {t(texts.testChannel)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
}

function Channels({ centre, onOpen }: { readonly centre: CentreDetail; readonly onOpen: (channel: Channel | null) => void }) {
  const t = useText()
  const [tested, setTested] = useState<{ readonly name: string; readonly result: ChannelTestResult } | null>(null)
  const test = useSubmit(api.payouts.testChannel)
  const testChannel = async (row: Channel) => {
    setTested(null)
    const result = await test.submit({ channelId: row.id })
    if (result) setTested({ name: row.name, result })
  }
  const columns = useChannelColumns(centre.may.edit, onOpen, testChannel)
  return (
    <div className="k-stack">
      <OpenChanges changes={centre.changes.filter(({ kind }) => kind === 'channel')} />
      {tested ? <ChannelTestNotice name={tested.name} result={tested.result} /> : null}
      <span>
        <ActionButton reason={centre.may.edit} onPress={() => onOpen(null)}>
          {t(texts.addChannel)}
        </ActionButton>
      </span>
      <DataTable id="centre-channels" label={t(texts.channels)} columns={columns} rows={centre.channels} empty={{ reason: t(texts.noChannels) }} isPlain />
    </div>
  )
}

function People({ centre }: { readonly centre: CentreDetail }) {
  const t = useText()
  const columns: Column<Person>[] = [
    { key: 'name', title: t(texts.personName), width: 140, render: (row) => row.name },
    { key: 'post', title: t(texts.post), width: 160, render: (row) => t(postNames[row.poststatus as keyof typeof postNames]) },
    { key: 'modes', title: t(centreFields.modes), width: 180, render: (row) => joinList(row.modes.map((mode) => t(modeNames[mode] ?? texts.all))) },
    { key: 'state', title: t(texts.state), width: 100, render: (row) => <AccountTag status={row.status} /> },
  ]
  return (
    <div className="k-stack">
      {can('employeeList') ? <Link to={`${pages.employeeList.path}?centreId=${centre.id}`}>{t(texts.toStaff)}</Link> : null}
      <DataTable id="centre-people" label={t(texts.people)} columns={columns} rows={centre.people} empty={{ reason: t(texts.noPeople) }} isPlain />
    </div>
  )
}

interface CentreDrawerProps {
  /** Id of the centre; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

type OpenDialog = { readonly what: 'edit' | 'active' } | { readonly what: 'channel'; readonly channel: Channel | null }

/** One centre: basic data and account, invoices, rules, channels, people. */
export function CentreDrawer({ id, pane, onPane, onClose }: CentreDrawerProps) {
  const t = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const centre = useRead(api.centres.get, { id }, { isEnabled: id !== 0 })
  const current = id !== 0 && centre.data?.id === id ? centre.data : undefined
  const renderDetail = (render: (detail: CentreDetail) => ReactNode) => <QueryContent query={{ ...centre, data: current }}>{render}</QueryContent>
  const closeDialog = () => ask(null)
  const actions = current ? (
    <span className="k-row">
      <ActionButton size="small" reason={current.may.edit} onPress={() => ask({ what: 'edit' })}>
        {t(texts.edit)}
      </ActionButton>
      <Button size="small" danger={current.isActive} disabled={current.may.setActive !== ''} onClick={() => ask({ what: 'active' })}>
        {t(current.isActive ? texts.disable : texts.enable)}
      </Button>
    </span>
  ) : null
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={current ? `${current.name} · ${current.code}` : ''}
        onClose={onClose}
        actions={actions}
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'basics', label: t(texts.basics), content: renderDetail((detail) => <Basics centre={detail} />) },
          { key: 'invoices', label: t(texts.invoices), content: renderDetail((detail) => <Invoices centre={detail} />) },
          { key: 'rules', label: t(texts.rules), content: renderDetail((detail) => <Rules centre={detail} />) },
          {
            key: 'channels',
            label: t(texts.channels),
            content: renderDetail((detail) => <Channels centre={detail} onOpen={(channel) => ask({ what: 'channel', channel })} />),
          },
          {
            key: 'einvoice',
            label: t(texts.einvoice),
            content: renderDetail((detail) => <EinvoicePane centreId={detail.id} changes={detail.changes.filter(({ kind }) => kind === 'einvoice_channel')} />),
          },
          { key: 'certificates', label: t(certificatesTitle), content: renderDetail((detail) => <Certificates centreId={detail.id} />) },
          { key: 'people', label: t(texts.people), content: renderDetail((detail) => <People centre={detail} />) },
        ]}
      />
      {dialog?.what === 'edit' && current ? <CentreDialog centre={current} onClose={closeDialog} /> : null}
      {dialog?.what === 'active' && current ? <SetActiveDialog centre={current} onClose={closeDialog} /> : null}
      {dialog?.what === 'channel' && current ? <ChannelDialog centreId={current.id} channel={dialog.channel} onClose={closeDialog} /> : null}
    </>
  )
}
