import { useState } from 'react'
import { Link } from 'react-router'
import { claimStateNames, collectionFields as fields, objectionKindNames } from '#/api/money/collections.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { type Objection, ObjectionTag } from './tags.tsx'
import { texts } from './texts.ts'

type OpenDialog = 'answer' | 'uphold' | 'reject'

function ObjectionDialog({ objection, what, onClose }: { readonly objection: Objection; readonly what: OpenDialog; readonly onClose: () => void }) {
  const t = useText()
  const target = { objectionId: objection.id, version: objection.version }
  const answer = useSubmit(api.collections.answer, { onDone: onClose })
  const decide = useSubmit(api.collections.decide, { onDone: onClose })
  const action = what === 'answer' ? answer : decide
  const send = (words: string) =>
    what === 'answer' ? answer.submit({ ...target, answer: words }) : decide.submit({ ...target, uphold: what === 'uphold', decision: words })
  return (
    <ReasonDialog
      title={`${t(texts[what])} · ${objection.lineNo}`}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous={what === 'reject'}
      reason={{
        label: t(what === 'answer' ? fields.answer : fields.decision),
        hint: t(what === 'answer' ? texts.answerHint : texts.decideHint),
        most: 500,
      }}
      submission={action}
    >
      <p>{objection.statement}</p>
    </ReasonDialog>
  )
}

export function ObjectionActions({ objection }: { readonly objection: Objection }) {
  const t = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const withdraw = useSubmit(api.collections.withdrawObjection)
  const isOpen = objection.state === 'open' || objection.state === 'answered'
  const isPayee = useIsPayee()
  if (!isOpen) return null
  return (
    <div className="k-row">
      {isPayee ? (
        <ConfirmButton
          reason={objection.may.withdrawObjection}
          isBusy={withdraw.isBusy}
          effect={t(texts.withdrawObjectionEffect)}
          onPress={() => withdraw.submit({ objectionId: objection.id, version: objection.version })}
        >
          {t(texts.withdrawObjection)}
        </ConfirmButton>
      ) : null}
      {can('sk:confirm') && objection.state === 'open' ? (
        <ActionButton type="primary" reason={objection.may.answer} onPress={() => ask('answer')}>
          {t(texts.answer)}
        </ActionButton>
      ) : null}
      {can('sk:decide') ? (
        <>
          <ActionButton danger reason={objection.may.decide} onPress={() => ask('reject')}>
            {t(texts.reject)}
          </ActionButton>
          <ActionButton type="primary" reason={objection.may.decide} onPress={() => ask('uphold')}>
            {t(texts.uphold)}
          </ActionButton>
        </>
      ) : null}
      {dialog ? <ObjectionDialog objection={objection} what={dialog} onClose={() => ask(null)} /> : null}
    </div>
  )
}

function useIsPayee(): boolean {
  return useUser()?.usertype === userType.operator
}

/** The history of an objection: its text, the unit's deadline and answer, and the centre's decision. */
export function ObjectionCourse({ objection }: { readonly objection: Objection }) {
  const t = useText()
  const isPayee = useIsPayee()
  const { answeredAt, decidedAt, batch, cameBack } = objection
  const claimText = cameBack?.claimState ? t(texts.claimNow, { no: cameBack.claimNo, state: t(claimStateNames[cameBack.claimState]) }) : ''
  const signatureText = (at: string | null, name: string) => [at === null ? '' : formatDateTime(at), name].filter(Boolean).join(' · ')
  return (
    <div className="k-stack">
      {objection.hasDispute && objection.state !== 'withdrawn' ? <Alert type="warning" title={t(texts.dispute)} /> : null}
      {cameBack ? <Alert type="warning" title={t(texts.paymentReturned, { at: formatDateTime(cameBack.at) })} description={claimText} /> : null}
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <ObjectionTag state={objection.state} isLate={objection.isLate} /> },
          { label: t(fields.kind), value: t(objectionKindNames[objection.kind]) },
          ...(isPayee
            ? []
            : [
                { label: t(fields.operator), value: objection.operatorName },
                { label: t(fields.unit), value: objection.unitName },
                { label: t(fields.paymentNo), value: objection.lineNo },
                { label: t(fields.net), value: <Money value={objection.net} isStrong /> },
                { label: t(fields.batch), value: batch ? <Link to={`/zf/batch/${batch.id}`}>{batch.no}</Link> : '' },
                {
                  label: t(texts.exception),
                  value: objection.exceptionNo ? <Link to={`${pages.zfycList.path}?keyword=${objection.exceptionNo}`}>{objection.exceptionNo}</Link> : '',
                },
              ]),
          { label: t(fields.statement), value: objection.statement, isWide: true },
          { label: t(texts.raisedAt), value: formatDateTime(objection.createdAt) },
          { label: t(fields.dueOn), value: objection.dueOn },
          { label: t(fields.answer), value: objection.answer, isWide: true },
          ...(answeredAt ? [{ label: t(texts.answer), value: signatureText(answeredAt, objection.answeredBy) }] : []),
          { label: t(fields.decision), value: objection.decision, isWide: true },
          ...(decidedAt ? [{ label: t(fields.centre), value: signatureText(decidedAt, objection.decidedBy) }] : []),
        ]}
      />
    </div>
  )
}
