import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { DisputeTag } from './DisputeTag.ts'
import { texts } from './texts.ts'

type IdentityUseRow = OutputOf<typeof api.disputes.usage>[number]

function RaiseDialog({ use, onClose }: { readonly use: IdentityUseRow; readonly onClose: () => void }) {
  const t = useText()
  const raise = useSubmit(api.disputes.raise, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.raiseTo, { name: use.unitName })}
      onClose={onClose}
      confirmText={t(texts.raise)}
      onConfirm={({ reason }) => void raise.submit({ unitId: use.unitId, statement: reason })}
      isDangerous
      submission={raise}
      reason={{ label: t(texts.statement), hint: t(texts.statementHint), most: 500 }}
    >
      <p>{t(texts.raiseAsk, { name: use.unitName })}</p>
    </ReasonDialog>
  )
}

function IdentityUseCard({ use, onRaise }: { readonly use: IdentityUseRow; readonly onRaise: () => void }) {
  const t = useText()
  const withdraw = useSubmit(api.disputes.withdraw)
  const { dispute } = use
  const isOpen = dispute?.state === 'open'
  const contractNames = joinList(use.contracts.map((contract) => `${contract.name} ${contract.no}`))
  return (
    <li className="k-panel k-stack">
      <div className="k-row k-spread">
        <strong>{use.unitName}</strong>
        {dispute ? <DisputeTag state={dispute.state} /> : null}
      </div>
      <div className="k-row">
        <span className="k-note">{use.isActive && use.since ? t(texts.since, { day: formatDay(use.since) }) : t(texts.untied)}</span>
        <span>
          {t(texts.paid, { count: use.yearCount })} <Money value={use.yearPaid} isStrong />
        </span>
        {use.lastPaidAt ? <span className="k-note">{t(texts.last, { at: formatDateTime(use.lastPaidAt) })}</span> : null}
      </div>
      <span className="k-note">{contractNames === '' ? t(texts.noContracts) : `${t(texts.contracts)}: ${contractNames}`}</span>
      {dispute?.resolution ? <p>{dispute.resolution}</p> : null}
      <div className="k-row">
        {isOpen && dispute ? (
          <Button loading={withdraw.isBusy} onClick={() => void withdraw.submit({ disputeId: dispute.id })}>
            {t(texts.withdraw)}
          </Button>
        ) : null}
        {isOpen || dispute?.state === 'ended' ? null : (
          <Button danger onClick={onRaise} aria-label={t(texts.raiseTo, { name: use.unitName })}>
            {t(texts.raise)}
          </Button>
        )}
      </div>
    </li>
  )
}

/** 谁在使用我的身份: the units that use the operator's identity, with a button to object. */
export function IdentityUse() {
  const t = useText()
  const usage = useRead(api.disputes.usage, {})
  const { open: ask } = useOverlay<IdentityUseRow>((dialog, close) => <RaiseDialog use={dialog} onClose={close} />)
  return (
    <section className="k-card" aria-labelledby="identity-use">
      <h2 id="identity-use">{t(texts.title)}</h2>
      <p className="k-muted">{t(texts.note)}</p>
      <QueryContent query={usage} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="k-muted">{t(texts.none)}</p>
          ) : (
            <ul className="k-stack p-uses">
              {rows.map((use) => (
                <IdentityUseCard key={use.unitId} use={use} onRaise={() => ask(use)} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </section>
  )
}
