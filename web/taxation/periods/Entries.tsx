import { entryStateNames, periodFields as fields, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { add, formatYuan } from '#/domain/base/money.ts'
import { joinClauses } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { language } from '#/web/kernel/language.ts'
import { idleQuery, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { usePaperColumn } from './PeriodHistory.tsx'
import { payingTexts } from './paying.texts.ts'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

const ReasonDialog = onDemand(async () => (await import('#/web/ui/ReasonDialog.tsx')).ReasonDialog)

type Entry = PeriodDetail['entries'][number]
type ReasonedAction = { readonly entry: Entry; readonly what: 'decline' | 'reverse' | 'keep' }

const EntryTag = stateTag(entryStateNames, { proposed: 'gold', confirmed: 'green', declined: 'grey', reversing: 'red', reversed: 'grey' })
const taxOf = (entry: Entry) => add(entry.vat, entry.surcharge, entry.iit)

function ReasonedActionDialog({ entry, what, onClose }: ReasonedAction & { readonly onClose: () => void }) {
  const t = useText()
  const submitOptions = { onDone: onClose } as const
  const decide = useSubmit(api.periods.decidePayment, submitOptions)
  const reverse = useSubmit(api.periods.reversePayment, submitOptions)
  const decideReversal = useSubmit(api.periods.decideReversal, submitOptions)
  const target = { taxEntryId: entry.id, version: entry.version }
  const submission = { decline: decide, reverse, keep: decideReversal }[what]
  const send = (reason: string) => {
    if (what === 'reverse') return reverse.submit({ ...target, reason })
    return what === 'keep' ? decideReversal.submit({ ...target, isApproved: false, reason }) : decide.submit({ ...target, isApproved: false, reason })
  }
  const name = t(what === 'decline' && entry.isOwn ? payingTexts.withdraw : payingTexts[what])
  return (
    <ReasonDialog
      title={`${name} ${entry.serial}`}
      onClose={onClose}
      confirmText={name}
      onConfirm={({ reason }) => void send(reason)}
      submission={submission}
      reason={what === 'reverse' ? { hint: t(payingTexts.reverseHint) } : {}}
    />
  )
}

function Actions({ entry, ask }: { readonly entry: Entry; readonly ask: (dialog: ReasonedAction) => void }) {
  const t = useText()
  const decide = useSubmit(api.periods.decidePayment)
  const undo = useSubmit(api.periods.decideReversal)
  const target = { taxEntryId: entry.id, version: entry.version, isApproved: true }
  const values = { serial: entry.serial, amount: formatYuan(taxOf(entry)), late: formatYuan(entry.late) }
  const askToConfirm = () => confirm({ title: t(payingTexts.confirmAsk, values), okText: t(payingTexts.confirm), onOk: () => decide.submit(target) })
  const confirmReversal = () =>
    confirm({
      title: t(payingTexts.reversalAsk, { ...values, reason: entry.reverseReason }),
      okText: t(payingTexts.confirmReversal),
      onOk: () => undo.submit(target),
    })
  const isReversal = entry.state === 'reversing'
  if (entry.state === 'confirmed')
    return can('tax:edit') ? (
      <ActionButton size="small" reason={entry.may.reverse} onPress={() => ask({ entry, what: 'reverse' })}>
        {t(payingTexts.reverse)}
      </ActionButton>
    ) : null
  if (entry.state !== 'proposed' && !isReversal) return null
  return (
    <span className="k-row">
      {can('tax:check') ? (
        <ActionButton size="small" type="primary" reason={entry.may.confirm} onPress={isReversal ? confirmReversal : askToConfirm}>
          {t(isReversal ? payingTexts.confirmReversal : payingTexts.confirm)}
        </ActionButton>
      ) : null}
      {can('tax:check') || entry.isOwn ? (
        <ActionButton size="small" reason={entry.may.decline} onPress={() => ask({ entry, what: isReversal ? 'keep' : 'decline' })}>
          {t(isReversal ? payingTexts.keep : entry.isOwn ? payingTexts.withdraw : payingTexts.decline)}
        </ActionButton>
      ) : null}
    </span>
  )
}

/** The registered payments, with the actions of the second person. */
export function Entries({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const paper = usePaperColumn<Entry>()
  const { open: ask } = useOverlay<ReasonedAction>((dialog, close) => <ReasonedActionDialog {...dialog} onClose={close} />)
  const hasTwoReturns = period.returns.some(({ vatReturn }) => vatReturn === 'vat_withholding')
  const returnColumn: Column<Entry> = { key: 'return', title: t(fields.vatReturn), width: 120, render: (entry) => t(vatReturnNames[entry.vatReturn]) }
  const columns: Column<Entry>[] = [
    { key: 'serial', title: t(texts.serial), width: 150, isAlways: true, render: (entry) => entry.serial },
    {
      key: 'state',
      title: t(fields.state),
      width: 130,
      isAlways: true,
      render: ({ state }) => <EntryTag state={state} />,
    },
    { key: 'total', title: t(payingTexts.total), width: 120, align: 'right', isAlways: true, render: (entry) => <Money value={taxOf(entry)} isStrong /> },
    ...(hasTwoReturns ? [returnColumn] : []),
    moneyColumn('vat', t(fields.vat), 110),
    moneyColumn('surcharge', t(fields.surcharge), 110),
    moneyColumn('iit', t(fields.iit), 110),
    moneyColumn('late', t(payingTexts.late), 110),
    { key: 'on', title: t(texts.paidOn), width: 110, render: (entry) => entry.paidOn },
    { key: 'who', title: t(payingTexts.people), width: 170, render: (entry) => [entry.byName, entry.decidedBy].filter(Boolean).join(' / ') },
    {
      key: 'why',
      title: t(texts.remark),
      width: 200,
      render: ({ lateReason, reason, reverseReason }) => joinClauses([lateReason, reason, reverseReason].filter(Boolean), language.get()) || '—',
    },
    paper,
    { key: 'do', title: t(texts.action), width: 210, isAlways: true, render: (entry) => <Actions entry={entry} ask={ask} /> },
  ]
  return (
    <DataTable
      id="tax-period-entries"
      label={t(payingTexts.entries)}
      columns={columns}
      rows={period.entries}
      rowKey={(entry) => entry.id}
      source={idleQuery}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}
