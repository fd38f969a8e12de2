import type { FilingAction } from '#/domain/taxation/business-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { useCloseRefusal } from './periods.ts'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

const CloseDialog = onDemand(async () => (await import('./CloseDialog.tsx')).CloseDialog)
const CorrectDialog = onDemand(async () => (await import('./FilingDialogs.tsx')).CorrectDialog)
const DeclareDialog = onDemand(async () => (await import('./FilingDialogs.tsx')).DeclareDialog)
const PayDialog = onDemand(async () => (await import('./FilingDialogs.tsx')).PayDialog)
const AttachDialog = onDemand(async () => (await import('./FilingDialogs.tsx')).AttachDialog)

const actionsByState: Readonly<Record<FilingDetail['state'], readonly FilingAction[]>> = {
  open: ['remind', 'correct'],
  closed: ['remind', 'reopen', 'declare'],
  declared: ['remind', 'correct', 'pay'],
  correcting: ['remind', 'cancelCorrection', 'correct', 'declare'],
  paid: ['correct', 'attach', 'archive'],
  certified: ['correct', 'archive'],
  archived: ['correct'],
}

/** Returns whether an action applies to a filing. An annual report has no figures to correct and nothing to certify. */
function appliesTo(filing: FilingDetail, action: FilingAction): boolean {
  if (action === 'correct') return filing.kind === 'vat' || filing.figures.basis === 'books' || (filing.kind === 'incomeTax' && filing.state !== 'open')
  return action !== 'attach' || filing.total !== 0
}

interface DialogProps {
  readonly filing: FilingDetail
  readonly onClose: () => void
}

function ReopenDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const reopen = useSubmit(api.businessfilings.reopen, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.reopen)} ${filing.name} ${filing.period}`}
      onClose={onClose}
      confirmText={t(texts.reopen)}
      onConfirm={({ reason }) => void reopen.submit({ businessFilingId: filing.id, version: filing.version, reason })}
      submission={reopen}
      reason={{}}
    />
  )
}

/** Returns to the declared figures. */
function CancelCorrectionDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const cancel = useSubmit(api.businessfilings.cancelCorrection, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.cancelCorrection)} ${filing.name} ${filing.period}`}
      onClose={onClose}
      confirmText={t(texts.cancelCorrection)}
      onConfirm={({ reason }) => void cancel.submit({ businessFilingId: filing.id, version: filing.version, reason })}
      submission={cancel}
      reason={{}}
    />
  )
}

const dialogs = {
  reopen: ReopenDialog,
  cancelCorrection: CancelCorrectionDialog,
  correct: CorrectDialog,
  declare: DeclareDialog,
  pay: PayDialog,
  attach: AttachDialog,
} as const

interface ActionsProps {
  readonly filing: FilingDetail
  /** Opens another filing. */
  readonly onOpen: (id: number) => void
}

/**
 * Closes the period of an open filing, with all open filings of the period at the centre. The page closes recent periods
 * only.
 */
function ClosePeriodButton({ filing: { kind, period, clearedOn }, onOpen }: ActionsProps) {
  const t = useText()
  const closeRefusal = useCloseRefusal(period)
  const { open } = useOverlay((_, close) => {
    const openFiling = (id: number) => {
      close()
      onOpen(id)
    }
    return <CloseDialog kind={kind} period={period} onClose={close} onOpen={openFiling} />
  })
  return (
    <ActionButton type="primary" reason={clearedOn === null ? closeRefusal : ''} onPress={() => open()}>
      {t(texts.closeTitle, { period })}
    </ActionButton>
  )
}

/** The actions on a filing. A disabled one gives the reason. */
export function FilingActions({ filing, onOpen }: ActionsProps) {
  const t = useText()
  const { open } = useOverlay<keyof typeof dialogs>((dialog, onClose) => {
    const OpenedDialog = dialogs[dialog]
    return <OpenedDialog filing={filing} onClose={onClose} />
  })
  const target = { businessFilingId: filing.id, version: filing.version }
  const remind = useSubmit(api.businessfilings.remind)
  const archive = useSubmit(api.businessfilings.archive)
  if (!can('tax:edit')) return null
  const confirmArchive = () =>
    confirm({ title: t(texts.archiveAsk, { name: filing.name, period: filing.period }), okText: t(texts.archive), onOk: () => archive.submit(target) })
  const confirmRemind = () =>
    confirm({ title: t(texts.remind), content: <p>{t(texts.remindEffect)}</p>, okText: t(texts.remind), onOk: () => remind.submit(target) })
  const handlePress = (action: FilingAction) => (action === 'remind' ? confirmRemind : action === 'archive' ? confirmArchive : () => open(action))
  const actions = actionsByState[filing.state].filter((action) => appliesTo(filing, action))
  return (
    <>
      {actions.map((action, at) => (
        <ActionButton
          key={action}
          {...(at === actions.length - 1 && action !== 'correct' && filing.state !== 'open' ? { type: 'primary' as const } : {})}
          reason={filing.may[action]}
          isBusy={action === 'remind' && remind.isBusy}
          onPress={handlePress(action)}
        >
          {t(action === 'declare' && filing.isZero ? texts.declareZero : texts[action])}
        </ActionButton>
      ))}
      {filing.state === 'open' ? <ClosePeriodButton filing={filing} onOpen={onOpen} /> : null}
    </>
  )
}
