import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { refundFields } from '#/api/money/refunds.texts.ts'
import { statementFields } from '#/api/money/statements.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { moneyTexts } from './money-texts.ts'
import { StatementTag } from './StatementTag.ts'
import { statementFigures } from './statement-figures.ts'
import { texts } from './texts.ts'

/** A unit's monthly statement: opening balance, movements, closing balance. */
export type Statement = OutputOf<typeof api.prepayments.statements>['rows'][number]
type Action = 'dispute' | 'reply'

interface StatementProps {
  readonly statement: Statement
}

/** The unit's dispute, or the centre's answer to it. */
function AnswerDialog({ statement, what, onClose }: StatementProps & { readonly what: Action; readonly onClose: () => void }) {
  const t = useText()
  const dispute = useSubmit(api.prepayments.disputeStatement, { onDone: onClose })
  const reply = useSubmit(api.prepayments.answerStatement, { onDone: onClose })
  const target = { statementId: statement.id, version: statement.version }
  const isDispute = what === 'dispute'
  return (
    <ReasonDialog
      title={t(moneyTexts[what])}
      onClose={onClose}
      confirmText={t(moneyTexts[what])}
      onConfirm={({ reason }) => void (isDispute ? dispute.submit({ ...target, reason }) : reply.submit({ ...target, answer: reason }))}
      isDangerous={isDispute}
      submission={{ isBusy: dispute.isBusy || reply.isBusy, failure: isDispute ? dispute.failure : reply.failure }}
      reason={{ label: t(isDispute ? moneyTexts.disputeReason : moneyTexts.reply) }}
    >
      <p>
        {statement.no} · {statement.unitName}
        {isDispute ? null : (
          <>
            <br />
            {statement.reason}
          </>
        )}
      </p>
    </ReasonDialog>
  )
}

/** Actions on a statement: download; for the unit, confirm or dispute; for the centre, answer. */
function Actions({ statement }: StatementProps) {
  const t = useText()
  const { open: ask } = useOverlay<Action>((what, close) => <AnswerDialog statement={statement} what={what} onClose={close} />)
  const isOwn = useUser()?.usertype === userType.unit
  const agree = useSubmit(api.prepayments.confirmStatement)
  const { id: statementId, version } = statement
  const confirmAgreement = () =>
    confirm({
      title: t(moneyTexts.agreeAsk, { month: statement.month, amount: formatMoney(statement.closing) }),
      okText: t(moneyTexts.agree),
      onOk: () => agree.submit({ statementId, version }),
    })
  const canDecide = isOwn && can('cz:apply') && statement.state === 'issued'
  return (
    <div className="k-row">
      <DownloadButton file={() => api.prepayments.statementPdf({ statementId })}>{t(moneyTexts.pdf)}</DownloadButton>
      <DownloadButton file={() => api.prepayments.statementSheet({ statementId })}>{t(moneyTexts.sheet)}</DownloadButton>
      {canDecide ? (
        <>
          <ActionButton danger onPress={() => ask('dispute')}>
            {t(moneyTexts.dispute)}
          </ActionButton>
          <ActionButton type="primary" isBusy={agree.isBusy} onPress={confirmAgreement}>
            {t(moneyTexts.agree)}
          </ActionButton>
        </>
      ) : null}
      {statement.state === 'disputed' && can('cz:confirm') ? (
        <ActionButton type="primary" onPress={() => ask('reply')}>
          {t(moneyTexts.reply)}
        </ActionButton>
      ) : null}
    </div>
  )
}

/** One statement: the sums of the month, the dispute and the available actions. */
export function StatementDrawer({ statement, onClose }: StatementProps & { readonly onClose: () => void }) {
  const t = useText()
  const decisionText = statement.decidedAt ? `${statement.decidedBy ?? ''} ${formatDateTime(statement.decidedAt)}` : ''
  return (
    <DetailDrawer
      title={`${statement.month} · ${statement.unitName}`}
      onClose={onClose}
      width={560}
      footer={<Actions key={statement.version} statement={statement} />}
    >
      <div className="k-stack">
        <Facts
          columns={1}
          rows={[
            { label: t(texts.state), value: <StatementTag state={statement.state} /> },
            { label: t(moneyTexts.centre), value: `${statement.centreName} · ${t(contractModeNames[statement.mode])}` },
            { label: t(moneyTexts.statementNo), value: statement.no },
          ]}
        />
        <table className="prepay-sum">
          <tbody>
            {statementFigures.map((key) => (
              <tr key={key}>
                <th scope="row">{t(statementFields[key])}</th>
                <td>
                  <Money value={statement[key]} isStrong={key === 'opening' || key === 'closing'} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Facts
          columns={1}
          rows={[
            { label: t(statementFields.openingAside), value: <Money value={statement.openingAside} /> },
            { label: t(statementFields.closingAside), value: <Money value={statement.closingAside} /> },
            { label: t(moneyTexts.disputeReason), value: statement.reason },
            { label: t(refundFields.answer), value: statement.answer },
            { label: t(refundFields.decider), value: decisionText },
          ]}
        />
      </div>
    </DetailDrawer>
  )
}
