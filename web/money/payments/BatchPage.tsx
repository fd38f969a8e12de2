import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { lineFields } from '#/api/money/lines.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { type BatchState, canMoveBatch } from '#/domain/money/batch.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { tabUrlOf } from '#/web/kernel/tab-url.ts'
import { BatchTag } from '#/web/parts/money/BatchTag.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Steps } from '#/web/ui/Steps.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { anyId } from '#/web/ui/url-state.ts'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { usePageTitle } from '#/web/ui/usePageTitle.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchInvoices } from './BatchInvoices.tsx'
import { BatchSums } from './BatchSums.tsx'
import { decisionTexts } from './decision-texts.ts'
import { Failures } from './Failures.tsx'
import { haltTexts } from './halt-texts.ts'
import { LinesTable } from './LinesTable.tsx'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { PaymentProof } from './PaymentProof.tsx'
import { PreparePane } from './Prepare.tsx'
import { Progress } from './Progress.tsx'
import { History, Movements, Receipts } from './Records.tsx'
import { SupportingDocuments } from './SupportingDocuments.tsx'
import { Trial, TrialWarnings } from './Trial.tsx'
import type { Batch } from './tags.tsx'
import { stepNames, texts } from './texts.ts'
import './payments.css'

const POLL_MS = 3000
const steps = Object.keys(stepNames) as (keyof typeof stepNames)[]
const stepByState: Readonly<Record<BatchState, number>> = {
  draft: 0,
  fixing: 0,
  ready: 0,
  checking: 1,
  auditing: 2,
  payable: 3,
  paying: 4,
  partial: 4,
  failed: 4,
  paid: 5,
  closed: 5,
  cancelled: 0,
}

function BatchSteps({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const isDone = batch.state === 'paid' || batch.state === 'closed'
  // A partly paid batch has not failed, because most lines may have succeeded. Its state and progress show the
  // failures.
  const hasFailed = batch.state === 'failed' || batch.state === 'cancelled'
  const currentStep = stepByState[batch.state]
  if (useIsNarrow()) {
    const name = t(stepNames[steps[currentStep] ?? 'draft'])
    return (
      <div className="p-steps">
        <div className="k-row k-spread">
          <b>{name}</b>
          <span className="k-note">{`${currentStep + 1} / ${steps.length}`}</span>
        </div>
        <ProgressBar
          label={name}
          total={steps.length}
          parts={[{ tone: isDone ? 'green' : hasFailed ? 'red' : batch.state === 'partial' ? 'gold' : 'blue', count: currentStep + 1, label: name }]}
          hasText={false}
        />
      </div>
    )
  }
  return (
    <Steps
      className="p-steps"
      items={steps.map((step, index) => ({
        title: t(stepNames[step]),
        state:
          index < currentStep || isDone || (index === currentStep && batch.state === 'partial')
            ? 'done'
            : index > currentStep
              ? 'later'
              : hasFailed
                ? 'wrong'
                : 'now',
      }))}
    />
  )
}

function BatchOverview({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const people = [
    { label: texts.maker, name: batch.makerName, at: batch.createdAt },
    { label: texts.checker, name: batch.checkerName, at: null },
    { label: texts.auditor, name: batch.auditorName, at: null },
    { label: texts.payer, name: batch.payerName, at: batch.paidAt },
  ].filter((each) => each.name)
  return (
    <section className="k-card" aria-label={t(texts.facts)}>
      <Facts
        columns={3}
        rows={[
          { label: t(texts.unit), value: batch.unitName },
          { label: t(texts.centre), value: batch.centreName },
          { label: t(texts.mode), value: t(modeNames[batch.mode] as Text) },
          { label: t(texts.order), value: batch.orderTitle },
          { label: t(texts.channel), value: batch.channelName },
          { label: t(texts.basis), value: t(batch.amountBasis === 'gross' ? texts.gross : texts.net) },
          { label: t(texts.lines), value: batch.lineCount },
          ...people.map((person) => ({ label: t(person.label), value: person.at ? `${person.name} · ${formatDateTime(person.at)}` : person.name })),
          ...(batch.finishedAt ? [{ label: t(texts.finished), value: formatDateTime(batch.finishedAt) }] : []),
          { label: t(texts.remark), value: batch.remark },
          ...(batch.sourcePlatform ? [{ label: t(lineFields.sourcePlatform), value: batch.sourcePlatform }] : []),
        ]}
      />
    </section>
  )
}

/** The batch that this one resends, and the batches that resend this one. */
function RelatedBatches({ batch }: { readonly batch: Batch }) {
  const t = useText()
  return (
    <>
      {batch.retryOfId !== null && batch.retryOfNo !== null ? (
        <Link to={`/zf/batch/${batch.retryOfId}`}>
          <StatusTag tone="blue">{t(texts.retryOf, { no: batch.retryOfNo })}</StatusTag>
        </Link>
      ) : null}
      {batch.copyOf ? (
        <Link to={`/zf/batch/${batch.copyOf.id}`}>
          <StatusTag tone="blue">{t(haltTexts.copyOf, { no: batch.copyOf.no })}</StatusTag>
        </Link>
      ) : null}
      {batch.resentAs.map(({ id, no }) => (
        <Link key={id} to={`/zf/batch/${id}`}>
          <StatusTag tone="blue">{t(decisionTexts.resentAs, { no })}</StatusTag>
        </Link>
      ))}
    </>
  )
}

function Banners({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const showsShortfall = batch.isInsufficient && (batch.state === 'auditing' || batch.state === 'payable')
  return (
    <>
      {batch.halt ? (
        <Alert
          type="warning"
          showIcon
          title={t(haltTexts.halted)}
          description={t(haltTexts.haltedBy, { name: batch.halt.by, at: formatDateTime(batch.halt.at), reason: batch.halt.reason })}
        />
      ) : null}
      {batch.stateReason ? <Alert type="warning" showIcon title={batch.stateReason} /> : null}
      {showsShortfall ? <Alert type="warning" showIcon title={t(lifecycleTexts.insufficient)} description={t(lifecycleTexts.insufficientHint)} /> : null}
    </>
  )
}

function tabsOf(batch: Batch, isPreparing: boolean): { key: string; label: Text; content: ReactNode }[] {
  return [
    { key: 'lines', label: texts.tabLines, content: isPreparing ? <PreparePane batch={batch} /> : <LinesTable batch={batch} /> },
    { key: 'tax', label: texts.tabTax, content: <LinesTable batch={batch} isTax /> },
    { key: 'flow', label: texts.tabFlow, content: <History batch={batch} /> },
    { key: 'money', label: texts.tabMoney, content: <Movements batch={batch} /> },
    { key: 'papers', label: texts.tabDocuments, content: <SupportingDocuments batch={batch} /> },
    { key: 'receipts', label: texts.tabReceipts, content: <Receipts batch={batch} /> },
    ...(canMoveBatch(batch.state, 'finish')
      ? [
          { key: 'invoices', label: texts.tabInvoices, content: <BatchInvoices batchId={batch.id} mode={batch.mode} /> },
          { key: 'proof', label: haltTexts.tabProof, content: <PaymentProof batch={batch} /> },
        ]
      : []),
  ]
}

function Body({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [state, change] = useUrlState({ pane: 'lines' })
  const canEdit = canMoveBatch(batch.state, 'edit')
  const canFinish = canMoveBatch(batch.state, 'finish')
  const shownTabs = tabsOf(batch, canEdit)
  const tabs = (
    <Tabs
      destroyOnHidden
      activeKey={shownTabs.some((tab) => tab.key === state.pane) ? state.pane : 'lines'}
      items={shownTabs.map((tab) => ({ key: tab.key, label: t(tab.label), children: tab.content }))}
      onChange={(pane) => change({ pane })}
    />
  )
  return (
    <div className="k-stack">
      <Banners batch={batch} />
      {canFinish ? <Progress batch={batch} /> : null}
      {canFinish ? <Failures batch={batch} /> : null}
      {canEdit ? <TrialWarnings batch={batch} /> : <BatchOverview batch={batch} />}
      {tabs}
      {canEdit ? <Trial batch={batch} /> : null}
    </div>
  )
}

/** A batch from preparation through checks, audit and payment to corrections and resending. */
export default function BatchPage() {
  const navigate = useNavigate()
  const id = anyId(useParams().id ?? '') ?? 0
  const query = useRead(api.payments.get, { id }, { isEnabled: id !== 0, follows: ['batches'] })
  const isPaying = query.data?.state === 'paying'
  useRead(api.payments.get, { id }, { isEnabled: isPaying, everyMs: isPaying ? POLL_MS : null, follows: ['batches'] })
  const batch = query.data
  usePageTitle(batch?.no ?? '')
  const openBatchList = () => void navigate(tabUrlOf(can('zfPtListpt') ? '/zf/zfPtListpt' : '/zf/zfPtList'))
  return (
    <>
      <PageHeader
        title={batch?.no ?? ''}
        {...(batch
          ? {
              tags: (
                <>
                  <BatchTag batch={batch} />
                  <RelatedBatches batch={batch} />
                </>
              ),
              note: [batch.unitName, batch.orderTitle, batch.remark].filter(Boolean).join(' · '),
              actions: <BatchActions batch={batch} />,
            }
          : {})}
        onBack={openBatchList}
      />
      <QueryContent query={query} lines={12}>
        {(answer) => (
          <>
            <div className="p-head">
              <BatchSteps batch={answer} />
              <BatchSums batch={answer} />
            </div>
            <Body key={answer.id} batch={answer} />
          </>
        )}
      </QueryContent>
    </>
  )
}
