import { formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { correctionTexts } from './correction.texts.ts'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

const DeclareDialog = onDemand(async () => (await import('./DeclareDialog.tsx')).DeclareDialog)
const PayDialog = onDemand(async () => (await import('./PayDialog.tsx')).PayDialog)
const CertifyDialog = onDemand(async () => (await import('./PeriodDialogs.tsx')).CertifyDialog)
const OfficialDialog = onDemand(async () => (await import('./PeriodDialogs.tsx')).OfficialDialog)

type ReasonedAction = 'close' | 'reopen' | 'correct'
type OpenDialog = ReasonedAction | 'declare' | 'pay' | 'certify' | 'official'

interface PeriodActionProps {
  readonly period: PeriodDetail
  readonly ask: (what: OpenDialog) => void
}

const actionsByState: Readonly<Record<PeriodDetail['state'], readonly (keyof PeriodDetail['may'])[]>> = {
  open: ['close'],
  closing: [],
  closed: ['reopen', 'confirm'],
  confirmed: ['reopen', 'declare'],
  declared: ['correct', 'pay'],
  correcting: ['cancel', 'correct', 'declare'],
  paid: ['correct', 'archive', 'certify'],
  certified: ['correct', 'certify', 'archive'],
  archived: ['correct'],
}

function PeriodButtons({ period, ask }: PeriodActionProps) {
  const t = useText()
  const confirmPeriod = useSubmit(api.periods.confirm)
  const archivePeriod = useSubmit(api.periods.archive)
  const cancelCorrection = useSubmit(api.periods.cancelCorrection)
  const target = { declarationId: period.id, version: period.version }
  const askToConfirm = () =>
    confirm({
      title: t(texts.confirmAsk, { month: period.month, people: period.people, total: formatYuan(period.total) }),
      okText: t(texts.confirm),
      onOk: () => confirmPeriod.submit(target),
    })
  const confirmArchive = () =>
    confirm({
      title: t(texts.archiveAsk, { month: period.month, matched: period.certificates.matched, people: period.people }),
      okText: t(texts.archive),
      onOk: () => archivePeriod.submit(target),
    })
  const confirmCancellation = () =>
    confirm({
      title: t(correctionTexts.cancelAsk, { month: period.month }),
      okText: t(correctionTexts.cancel),
      onOk: () => cancelCorrection.submit(target),
    })
  const submitByAction = { confirm: askToConfirm, archive: confirmArchive, cancel: confirmCancellation } as const
  return actionsByState[period.state].map((action, at, all) => {
    if (!can(action === 'confirm' ? 'tax:check' : 'tax:edit')) return null
    const isLast = at === all.length - 1
    const onPress = action === 'confirm' || action === 'archive' || action === 'cancel' ? submitByAction[action] : () => ask(action)
    return (
      <ActionButton key={action} {...(isLast && action !== 'correct' ? { type: 'primary' as const } : {})} reason={period.may[action]} onPress={onPress}>
        {t(action === 'cancel' ? correctionTexts.cancel : texts[action])}
      </ActionButton>
    )
  })
}

/** Closing, reopening and correcting, each with a reason. */
function ReasonedActionDialog({ period, what, onClose }: { readonly period: PeriodDetail; readonly what: ReasonedAction; readonly onClose: () => void }) {
  const t = useText()
  const submitOptions = { onDone: onClose } as const
  const actions = {
    close: useSubmit(api.periods.close, submitOptions),
    reopen: useSubmit(api.periods.reopen, submitOptions),
    correct: useSubmit(api.periods.correct, submitOptions),
  }
  const action = actions[what]
  const check = useRead(api.periods.check, { declarationId: period.id }, { isEnabled: what === 'close' })
  const count = check.data?.faults.length ?? 0
  const hasNoFaults = what === 'close' && check.data !== undefined && count === 0
  const hint = what === 'correct' ? t(texts.correctHint) : what === 'close' && count > 0 ? t(texts.closeReason, { count }) : ''
  return (
    <ReasonDialog
      title={`${t(texts[what])} ${period.month}`}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void action.submit({ declarationId: period.id, version: period.version, reason })}
      submission={action}
      reason={{ isOptional: hasNoFaults, ...(hint ? { hint } : {}) }}
    >
      {what === 'close' ? <p>{t(texts.closeNote)}</p> : null}
    </ReasonDialog>
  )
}

/** The actions on a period. A disabled one gives the reason. */
export function PeriodActions({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<OpenDialog>((dialog, close) =>
    dialog === 'close' || dialog === 'reopen' || dialog === 'correct' ? (
      <ReasonedActionDialog period={period} what={dialog} onClose={close} />
    ) : dialog === 'declare' ? (
      <DeclareDialog period={period} onClose={close} />
    ) : dialog === 'pay' ? (
      <PayDialog period={period} onClose={close} />
    ) : dialog === 'certify' ? (
      <CertifyDialog period={period} onClose={close} />
    ) : (
      <OfficialDialog period={period} onClose={close} />
    ),
  )

  return (
    <>
      {period.edition > 0 && !period.progress && can('tax:edit') ? (
        <ActionButton reason="" onPress={() => ask('official')}>
          {t(texts.official)}
        </ActionButton>
      ) : null}
      <PeriodButtons period={period} ask={ask} />
    </>
  )
}
