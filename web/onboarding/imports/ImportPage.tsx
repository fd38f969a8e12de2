import { useNavigate, useParams } from 'react-router'
import { pages } from '#/api/pages.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { tabUrlOf } from '#/web/kernel/tab-url.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { Facts } from '#/web/ui/Facts.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { anyId } from '#/web/ui/url-state.ts'
import { ImportTag } from './ImportTags.tsx'
import { IncomeReport } from './IncomeReport.tsx'
import { listPathByKind } from './paths.ts'
import { Repair } from './Repair.tsx'
import { Scans } from './Scans.tsx'
import { texts } from './texts.ts'
import { UndoActions, UndoRequest } from './Undo.tsx'
import './imports.css'

type Import = OutputOf<typeof api.imports.get>
const POLL_MS = 1000

const titles = {
  operators: texts.commitOperators,
  units: texts.commitUnits,
  orders: texts.commitOrders,
  income: texts.submitIncome,
  contracts: texts.submitContracts,
} as const
const notes = { operators: texts.commitNote, units: null, orders: texts.commitOrdersNote, income: texts.submitNote, contracts: texts.submitNote } as const
const commitTexts = { operators: texts.commit, units: texts.commit, orders: texts.commit, income: texts.submit, contracts: texts.submit } as const

function Actions({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  const commit = useSubmit(api.imports.commit)
  const cancel = useSubmit(api.imports.cancel)
  const { summary, version, id: importId } = sheet
  const count = summary.ready + summary.warned
  const reason = sheet.may.commit || (summary.invalid > 0 ? t(texts.fixFirst, { count: summary.invalid }) : count === 0 ? t(texts.nothing) : '')
  const note = notes[sheet.kind]
  const commitText = t(commitTexts[sheet.kind])
  const confirmCommit = () =>
    confirm({
      title: t(titles[sheet.kind], { count, unit: sheet.unitName, centre: sheet.centreName }),
      content: (
        <>
          {note ? <p>{t(note)}</p> : null}
          {summary.warned > 0 ? <p className="k-strong">{t(texts.warnings, { count: summary.warned })}</p> : null}
        </>
      ),
      okText: commitText,
      onOk: () => commit.submit({ importId, version }),
    })
  const confirmCancel = () =>
    confirm({
      title: t(texts.cancel),
      content: t(texts.cancelAsk),
      okText: t(texts.cancel),
      isDangerous: true,
      onOk: () => cancel.submit({ importId, version }),
    })
  return (
    <>
      <ActionButton danger reason={sheet.may.cancel} onPress={confirmCancel} isBusy={cancel.isBusy}>
        {t(texts.cancel)}
      </ActionButton>
      <ActionButton type="primary" reason={reason} onPress={confirmCommit} isBusy={commit.isBusy}>
        {commitText}
      </ActionButton>
    </>
  )
}

function ReturnDialog({ sheet, onClose }: { readonly sheet: Import; readonly onClose: () => void }) {
  const t = useText()
  const sendBack = useSubmit(api.imports.sendBack, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.sendBack)}
      onClose={onClose}
      confirmText={t(texts.sendBack)}
      onConfirm={({ reason }) => void sendBack.submit({ importId: sheet.id, version: sheet.version, reason })}
      submission={sendBack}
      reason={{ hint: t(texts.sendBackHint) }}
    />
  )
}

/** The second person's decision on a submitted list. */
function Decision({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  const agree = useSubmit(api.imports.confirm)
  const { open: openReturn } = useOverlay((_, close) => <ReturnDialog sheet={sheet} onClose={close} />)
  const { summary, version, id: importId, may } = sheet
  const confirmAgreement = () =>
    confirm({
      title: t(sheet.kind === 'income' ? texts.commitIncome : texts.confirmContracts, { count: summary.ready + summary.warned, centre: sheet.centreName }),
      content: (
        <>
          <p>{t(sheet.kind === 'income' ? texts.commitIncomeNote : texts.confirmNote)}</p>
          {summary.warned > 0 ? <p className="k-strong">{t(texts.warnings, { count: summary.warned })}</p> : null}
        </>
      ),
      okText: t(texts.confirm),
      onOk: () => agree.submit({ importId, version }),
    })
  return (
    <>
      <ActionButton reason={may.sendBack} onPress={() => openReturn()}>
        {t(texts.sendBack)}
      </ActionButton>
      <ActionButton type="primary" reason={may.confirm} onPress={confirmAgreement} isBusy={agree.isBusy}>
        {t(texts.confirm)}
      </ActionButton>
    </>
  )
}

const finishedTexts = {
  operators: texts.finishedOperators,
  units: texts.finishedUnits,
  orders: texts.finishedOrders,
  income: texts.finishedIncome,
  contracts: texts.finishedContracts,
} as const
const listLinks = {
  operators: { name: texts.toOperators, query: '' },
  units: { name: texts.toUnits, query: '' },
  orders: { name: texts.toOrders, query: '?states=draft' },
  income: null,
  contracts: { name: texts.toContracts, query: '?source=moved' },
} as const

/** The progress of the import, or its result and the next step. */
function Outcome({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  const navigate = useNavigate()
  const { summary } = sheet
  if (sheet.state === 'running') {
    return (
      <section className="k-card k-stack" aria-live="polite">
        <p>{t(texts.running)}</p>
        <ProgressBar label={t(texts.progress)} total={sheet.totalCount} parts={[{ tone: 'blue', count: sheet.doneCount, label: t(texts.progress) }]} />
      </section>
    )
  }
  if (sheet.state === 'open' && sheet.stateReason !== '') return <Alert type="warning" showIcon title={t(texts[sheet.stateReason])} />
  if (sheet.state === 'open' && sheet.returnReason !== '') return <Alert type="warning" showIcon title={t(texts.sentBack, { reason: sheet.returnReason })} />
  if (sheet.state === 'prepared') return <Alert type="info" showIcon title={t(texts.waits)} />
  if (sheet.state === 'undone') return <Alert type="info" showIcon title={t(texts.undone, { reason: sheet.undoReason })} />
  if (sheet.state !== 'done') return null
  const isOperators = sheet.kind === 'operators'
  const counts = {
    created: sheet.createdCount,
    linked: sheet.linkedCount,
    known: summary.done - sheet.createdCount - sheet.linkedCount,
    excluded: summary.excluded,
  }
  const listTarget = listLinks[sheet.kind]
  const list = `${sheet.kind === 'contracts' ? pages.htList.path : listPathByKind[sheet.kind]}${isOperators ? `?unitId=${sheet.unitId}` : (listTarget?.query ?? '')}`
  return (
    <Alert
      type="success"
      showIcon
      title={t(texts.finished)}
      description={
        <div className="k-stack">
          <span>{t(finishedTexts[sheet.kind], counts)}</span>
          <span className="k-row">
            {isOperators && can('ht:make') ? (
              <Button type="primary" onClick={() => void navigate(`${list}&signed=no`)}>
                {t(texts.toSigning)}
              </Button>
            ) : null}
            {listTarget ? <Button onClick={() => void navigate(list)}>{t(listTarget.name)}</Button> : null}
          </span>
        </div>
      }
    />
  )
}

/** An uploaded list: its errors, their correction and the import. */
export default function ImportPage() {
  const t = useText()
  const navigate = useNavigate()
  const importId = anyId(useParams().id ?? '') ?? 0
  const importQuery = useRead(api.imports.get, { importId }, { isEnabled: importId !== 0 })
  const isRunning = importQuery.data?.state === 'running'
  useRead(api.imports.get, { importId }, { isEnabled: isRunning, everyMs: isRunning ? POLL_MS : null })
  return (
    <QueryContent query={importQuery} lines={10}>
      {(sheet) => (
        <>
          <PageHeader
            title={t(texts[sheet.kind])}
            tags={<ImportTag sheet={sheet} />}
            note={sheet.fileName}
            onBack={() => void navigate(tabUrlOf(listPathByKind[sheet.kind]))}
            actions={
              <>
                {sheet.kind === 'orders' ? (
                  <DownloadButton file={() => api.imports.exportReport({ importId: sheet.id })}>{t(texts.reportExport)}</DownloadButton>
                ) : null}
                <UndoActions sheet={sheet} />
                {sheet.state === 'open' ? <Actions sheet={sheet} /> : null}
                {sheet.state === 'prepared' ? <Decision sheet={sheet} /> : null}
              </>
            }
          />
          <div className="k-stack">
            <Facts
              columns={3}
              rows={[
                ...(sheet.unitName ? [{ label: t(texts.unit), value: sheet.unitName }] : []),
                ...(sheet.centreName ? [{ label: t(texts.centre), value: sheet.centreName }] : []),
                { label: t(texts.by), value: sheet.createdBy },
                { label: t(texts.at), value: formatDateTime(sheet.createdAt) },
                ...(sheet.preparedBy ? [{ label: t(texts.preparedBy), value: `${sheet.preparedBy} · ${formatDateTime(sheet.preparedAt)}` }] : []),
                ...(sheet.confirmedBy ? [{ label: t(texts.confirmedBy), value: sheet.confirmedBy }] : []),
              ]}
            />
            <UndoRequest sheet={sheet} />
            <Outcome sheet={sheet} />
            {sheet.kind === 'contracts' ? <Scans importId={sheet.id} canEdit={sheet.may.edit === ''} onRead={() => void importQuery.refetch()} /> : null}
            {sheet.kind === 'income' ? <IncomeReport importId={sheet.id} version={sheet.version} /> : null}
            <Repair sheet={sheet} summary={sheet.summary} />
          </div>
        </>
      )}
    </QueryContent>
  )
}
