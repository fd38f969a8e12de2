import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { consentNames, contractFields, contractKindNames, partyNames, sourceNames, unprintableText } from '#/api/agreements/contracts.texts.ts'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import { pages } from '#/api/pages.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime, formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, canOpen } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { useCopy } from '#/web/parts/useCopy.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ActionDialog, type ContractAction } from './Dialogs.tsx'
import { openSignPage, showFile } from './files.ts'
import { type ContractDetail, EffectTag, SigningTag, StateTag } from './tags.tsx'
import { texts } from './texts.ts'

function Basics({ row }: { readonly row: ContractDetail }) {
  const t = useText()
  const parties = row.parties.map((party) => ({ label: t(partyNames[party.party]), value: party.name }))
  return (
    <Facts
      rows={[
        { label: t(contractFields.no), value: row.no },
        { label: t(contractFields.kind), value: t(contractKindNames[row.kind]) },
        { label: t(contractFields.state), value: <SigningTag row={row} /> },
        { label: t(contractFields.effect), value: <EffectTag effect={row.effect} /> },
        ...parties,
        { label: t(contractFields.mode), value: t(contractModeNames[row.mode]) },
        { label: t(contractFields.centre), value: row.centreName },
        { label: t(contractFields.period), value: `${row.from} — ${row.to}` },
        { label: t(contractFields.cap), value: <Money value={row.cap} /> },
        { label: t(contractFields.used), value: <Money value={row.used} /> },
        { label: t(contractFields.source), value: t(sourceNames[row.source]) },
        ...(row.source === 'moved'
          ? [
              { label: t(contractFields.originNo), value: row.originNo ?? '—' },
              { label: t(contractFields.signedOn), value: row.signedOn ?? '—' },
              { label: t(texts.nature), value: t(texts.movedNote), isWide: true },
            ]
          : [
              { label: t(texts.template), value: row.templateName ?? '—' },
              { label: t(contractFields.deadline), value: formatDateTime(row.deadline) || '—' },
            ]),
        { label: t(row.source === 'moved' ? texts.preparedBy : contractFields.createdBy), value: row.createdBy || '—' },
        ...(row.checkedBy ? [{ label: t(row.source === 'moved' ? texts.confirmedBy : texts.checkedBy), value: row.checkedBy }] : []),
        ...(row.consents.length > 0 ? [{ label: t(texts.consents), value: joinList(row.consents.map((kind) => t(consentNames[kind]))), isWide: true }] : []),
        ...(row.endReason ? [{ label: t(texts.endReason), value: row.endReason, isWide: true }] : []),
        { label: t(texts.hash), value: <code>{row.sha256 ?? '—'}</code>, isWide: true },
      ]}
    />
  )
}

const methodTexts = { drawn: texts.drawn, typed: texts.typed, seal: texts.seal } as const

function Verification({ row: { id, source } }: { readonly row: ContractDetail }) {
  const t = useText()
  const [isRequested, setRequested] = useState(false)
  const verification = useRead(api.contracts.verify, { id }, { isEnabled: isRequested })
  const isMoved = source === 'moved'
  const isSigned =
    verification.data !== undefined && verification.data.signatures.length > 0 && verification.data.signatures.every((signature) => signature.isValid)
  const isGood = verification.data?.isSame === true && (isMoved || isSigned)
  return (
    <div className="k-stack">
      <div className="k-row">
        <ActionButton isBusy={isRequested && verification.isFetching} onPress={() => setRequested(true)}>
          {t(texts.verify)}
        </ActionButton>
        <DownloadButton file={() => api.contracts.evidence({ id })}>{t(texts.evidence)}</DownloadButton>
      </div>
      {verification.data ? (
        <p role="status" className={isGood ? 'k-strong' : 'k-problem'}>
          {isGood && isMoved ? t(texts.movedSame) : isGood ? t(texts.isSame, { count: verification.data.signatures.length }) : t(texts.isBroken)}
        </p>
      ) : null}
    </div>
  )
}

function ContractChain({ row }: { readonly row: ContractDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Verification row={row} />
      {row.tasks.map((task) => (
        <section key={task.id} className="k-panel">
          <h3>
            {t(texts.step, { count: task.position + 1 })} · {t(partyNames[task.party])} {task.name}
          </h3>
          <Facts
            rows={[
              { label: t(texts.way), value: t(methodTexts[(task.evidence.way ?? (task.way === 'seal' ? 'seal' : 'drawn')) as 'drawn'] ?? texts.drawn) },
              ...(task.evidence.will
                ? [{ label: t(texts.will), value: t(task.evidence.will === 'face' ? signatureMethodNames.face : signatureMethodNames.sms) }]
                : []),
              ...(task.evidence.faceLikeness ? [{ label: t(texts.likeness), value: task.evidence.faceLikeness }] : []),
              { label: t(texts.read), value: formatDateTimeSeconds(task.readAt) || '—' },
              { label: t(texts.proved), value: formatDateTimeSeconds(task.provedAt) || '—' },
              { label: t(texts.signedAt), value: formatDateTimeSeconds(task.signedAt) || '—' },
              { label: t(texts.address), value: task.evidence.ip ?? '—' },
              { label: t(contractFields.reminders), value: String(task.reminders) },
              ...(task.evidence.agent ? [{ label: t(texts.device), value: task.evidence.agent, isWide: true }] : []),
              ...(task.evidence.documentSha256 ? [{ label: t(texts.documentHash), value: <code>{task.evidence.documentSha256}</code>, isWide: true }] : []),
              ...(task.evidence.faceSha256 ? [{ label: t(texts.faceHash), value: <code>{task.evidence.faceSha256}</code>, isWide: true }] : []),
              ...(task.evidence.imageSha256 ? [{ label: t(texts.imageHash), value: <code>{task.evidence.imageSha256}</code>, isWide: true }] : []),
              ...(task.reason ? [{ label: t(texts.reason), value: task.reason, isWide: true }] : []),
            ]}
          />
        </section>
      ))}
      <section className="k-panel">
        <h3>{t(texts.editions)}</h3>
        {row.revisions.map((revision) => (
          <p key={revision.seq}>
            {revision.seq}. {revision.by ?? t(texts.original)} · {formatDateTimeSeconds(revision.at)}
            <br />
            <code className="k-muted">{revision.sha256}</code>
          </p>
        ))}
      </section>
    </div>
  )
}

function RelatedContracts({ row, onOpen }: { readonly row: ContractDetail; readonly onOpen: (id: number) => void }) {
  const t = useText()
  if (row.related.length + row.orders.length === 0) return <EmptyState reason={t(row.kind === 'business_contract' ? texts.ordersElsewhere : texts.noRelated)} />
  return (
    <div className="k-stack">
      {row.related.map((each) => (
        <p key={each.id} className="k-row">
          <Button type="link" onClick={() => onOpen(each.id)}>
            {each.no} {each.name}
          </Button>
          <StateTag state={each.state} />
        </p>
      ))}
      {row.orders.map((order) => (
        <p key={order.id}>
          {t(texts.orders)} {canOpen('ordersListms') ? <Link to={`${pages.ordersListms.path}?open=${order.id}`}>{order.no}</Link> : order.no} · {order.title} ·{' '}
          {t(texts.batches, { count: order.batches })}
        </p>
      ))}
    </div>
  )
}

const otherActions = ['extend', 'revoke', 'renew', 'supplement', 'terminate', 'discard'] as const

/** Returns whether a framework order can be created: for a unit's contract in force. */
const canCreateOrder = (row: ContractDetail) =>
  row.state === 'done' &&
  row.effect === 'current' &&
  (row.kind === 'unit_service' || row.kind === 'general_contract') &&
  can('orders:make') &&
  canOpen('ordersListms')

function Actions({ row, onAction }: { readonly row: ContractDetail; readonly onAction: (action: ContractAction) => void }) {
  const t = useText()
  const navigate = useNavigate()
  const copyText = useCopy()
  const send = useSubmit(api.contracts.send)
  const open = otherActions.filter((action) => row.may[action] === '')
  const copy = async () => {
    if (row.openTaskId === null) return
    const { path } = await api.contracts.link({ signTaskId: row.openTaskId })
    await copyText(location.origin + path, { isHidden: true })
  }
  return (
    <div className="k-row">
      {row.ownTaskId !== null ? (
        <ActionButton type="primary" onPress={() => openSignPage(row.ownTaskId ?? 0)}>
          {t(texts.goSign)}
        </ActionButton>
      ) : null}
      {row.hasFile ? <ActionButton onPress={async () => showFile((await api.contracts.pdf({ id: row.id })).fileId)}>{t(texts.view)}</ActionButton> : null}
      {row.state === 'draft' && row.source === 'electronic' && can('ht:make') ? (
        <ConfirmButton
          type="primary"
          reason={row.may.send}
          isBusy={send.isBusy}
          effect={t(texts.sendEffect)}
          onPress={() => send.submit({ id: row.id, version: row.version })}
        >
          {t(texts.send)}
        </ConfirmButton>
      ) : null}
      {row.state === 'draft' && row.source === 'paper' && can('ht:check') ? (
        <ActionButton type="primary" reason={row.may.check} onPress={() => onAction('check')}>
          {t(texts.check)}
        </ActionButton>
      ) : null}
      {canCreateOrder(row) ? (
        <Button
          type={row.orders.length === 0 ? 'primary' : 'default'}
          onClick={() => void navigate(`${pages.ordersListms.path}?create=framework&contractId=${row.id}`)}
        >
          {t(texts.order)}
        </Button>
      ) : null}
      {row.openTaskId !== null && can('ht:make') ? <ActionButton onPress={copy}>{t(texts.copyLink)}</ActionButton> : null}
      {open.length > 0 ? (
        <Dropdown items={open.map((action) => ({ key: action, label: t(texts[action]), onClick: () => onAction(action) }))}>
          <Button>{t(texts.more)}</Button>
        </Dropdown>
      ) : null}
    </div>
  )
}

interface DrawerProps {
  /** Id of the contract; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onOpen: (id: number) => void
}

/** One contract: data, signatures with their evidence, and related documents. */
export function ContractDrawer({ id, pane, onPane, onOpen }: DrawerProps) {
  const t = useText()
  const [action, setAction] = useState<ContractAction | null>(null)
  const detailQuery = useRead(api.contracts.get, { id }, { isEnabled: id !== 0, follows: ['contracts'] })
  const current = id !== 0 && detailQuery.data?.id === id ? detailQuery.data : undefined
  const renderDetail = (render: (row: ContractDetail) => ReactNode) => <QueryContent query={{ ...detailQuery, data: current }}>{render}</QueryContent>
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={current?.name ?? ''}
        onClose={() => onOpen(0)}
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'facts', label: t(texts.facts), content: renderDetail((row) => <Basics row={row} />) },
          { key: 'chain', label: t(texts.chain), content: renderDetail((row) => <ContractChain key={row.version} row={row} />) },
          { key: 'related', label: t(texts.related), content: renderDetail((row) => <RelatedContracts row={row} onOpen={onOpen} />) },
        ]}
      >
        {current?.unprintable ? <Alert type="warning" showIcon role="status" title={`${t(unprintableText)} ${current.unprintable}`} /> : null}
        {current ? <Actions row={current} onAction={setAction} /> : null}
      </DetailDrawer>
      {action && current ? <ActionDialog action={action} contract={current} onClose={() => setAction(null)} onMade={onOpen} /> : null}
    </>
  )
}
