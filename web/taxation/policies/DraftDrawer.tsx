import { useState } from 'react'
import { draftStateNames, lawGradeNames, policyPartNames } from '#/api/taxation/policies.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Examples } from './Examples.tsx'
import { Preview } from './Preview.tsx'
import { texts } from './texts.ts'
import { Changes, type PolicyDraft, toneOf } from './values.tsx'

const PartDialog = onDemand(async () => (await import('./PartDialog.tsx')).PartDialog)
const DaysDialog = onDemand(async () => (await import('./DraftDialogs.tsx')).DaysDialog)

type OpenDialog = 'part' | 'days' | 'publish' | 'leave' | null

/** A request to withdraw a published policy before it takes effect. */
function WithdrawalRequest({ draft }: { readonly draft: PolicyDraft }) {
  const t = useText()
  const endWithdrawal = useSubmit(api.policies.endLeave)
  const target = { draftId: draft.id, version: draft.version }
  if (draft.leaving === null) return null
  const { by, reason, leftBy } = draft.leaving
  return (
    <>
      <Alert type="warning" showIcon title={t(texts.leaving, { by, reason })} />
      {leftBy === null && can('policy:check') ? (
        <div className="k-row">
          <ConfirmButton
            size="small"
            danger
            reason={draft.may.endLeave}
            isBusy={endWithdrawal.isBusy}
            effect={t(texts.agreeEffect)}
            onPress={() => endWithdrawal.submit({ ...target, isAgreed: true })}
          >
            {t(texts.agree)}
          </ConfirmButton>
          <ActionButton
            size="small"
            reason={draft.may.endLeave}
            isBusy={endWithdrawal.isBusy}
            onPress={() => endWithdrawal.submit({ ...target, isAgreed: false })}
          >
            {t(texts.refuse)}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}

function Actions({ draft, ask }: { readonly draft: PolicyDraft; readonly ask: (what: OpenDialog) => void }) {
  const t = useText()
  const drop = useSubmit(api.policies.drop)
  const target = { draftId: draft.id, version: draft.version }
  if (draft.state === 'published')
    return draft.leaving === null && (can('policy:edit') || can('policy:check')) ? (
      <div className="k-row">
        <ActionButton size="small" danger reason={draft.may.leave} onPress={() => ask('leave')}>
          {t(texts.leave)}
        </ActionButton>
      </div>
    ) : null
  if (draft.state !== 'draft') return null
  return (
    <div className="k-row">
      {can('policy:edit') ? (
        <>
          <ActionButton size="small" reason={draft.may.change} onPress={() => ask('part')}>
            {t(texts.edit)}
          </ActionButton>
          <ActionButton size="small" reason={draft.may.change} onPress={() => ask('days')}>
            {t(texts.days)}
          </ActionButton>
        </>
      ) : null}
      {can('policy:check') ? (
        <ActionButton size="small" type="primary" reason={draft.may.publish} onPress={() => ask('publish')}>
          {t(texts.publish)}
        </ActionButton>
      ) : null}
      {can('policy:edit') || can('policy:check') ? (
        <ConfirmButton size="small" danger reason={draft.may.drop} isBusy={drop.isBusy} effect={t(texts.dropEffect)} onPress={() => drop.submit(target)}>
          {t(texts.drop)}
        </ConfirmButton>
      ) : null}
    </div>
  )
}

function DraftDialog({ draft, asking, close }: { readonly draft: PolicyDraft; readonly asking: OpenDialog; readonly close: () => void }) {
  const t = useText()
  const publish = useSubmit(api.policies.publish, { onDone: close })
  const leaveDraft = useSubmit(api.policies.leave, { onDone: close })
  const target = { draftId: draft.id, version: draft.version }
  if (asking === 'part') return <PartDialog draft={draft} onClose={close} />
  if (asking === 'days') return <DaysDialog draft={draft} onClose={close} />
  if (asking === 'publish')
    return (
      <Dialog
        title={`${t(texts.publish)} · ${draft.policyVersion}`}
        onClose={close}
        width={760}
        confirm={{ text: t(texts.publish), onPress: () => void publish.submit(target), isBusy: publish.isBusy }}
      >
        <div className="k-stack">
          <p>{t(texts.publishNote, { firstDay: draft.firstDay, base: draft.baseVersion })}</p>
          <Changes id="policy-publish-changes" changes={draft.changes} />
        </div>
      </Dialog>
    )
  if (asking === 'leave')
    return (
      <ReasonDialog
        title={t(texts.leave)}
        onClose={close}
        confirmText={t(texts.leave)}
        onConfirm={({ reason }) => void leaveDraft.submit({ ...target, reason })}
        submission={leaveDraft}
        reason={{ label: t(texts.reason), least: 4 }}
      >
        <p className="k-note">{t(texts.leaveNote)}</p>
      </ReasonDialog>
    )
  return null
}

function Body({ draft }: { readonly draft: PolicyDraft }) {
  const t = useText()
  const [asking, ask] = useState<OpenDialog>(null)
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(texts.state), value: <StatusTag tone={toneOf(draft.state)}>{t(draftStateNames[draft.state])}</StatusTag> },
          { label: t(texts.base), value: draft.baseVersion },
          { label: t(texts.firstDay), value: draft.firstDay },
          { label: t(texts.knownUntil), value: draft.knownUntil ?? t(texts.noEnd) },
          { label: t(texts.grade), value: t(lawGradeNames[draft.grade]) },
          { label: t(texts.madeBy), value: `${draft.madeBy} · ${formatDateTimeSeconds(draft.madeAt)}` },
          { label: t(texts.editedBy), value: `${draft.editedBy} · ${formatDateTimeSeconds(draft.editedAt)}` },
          {
            label: t(draftStateNames.published),
            value: draft.publishedAt ? `${draft.publishedBy ?? ''} · ${formatDateTimeSeconds(draft.publishedAt)}` : '—',
          },
          { label: t(texts.source), value: draft.source, isWide: true },
        ]}
      />
      <Actions draft={draft} ask={ask} />
      <WithdrawalRequest draft={draft} />
      <h3>{t(texts.changes)}</h3>
      {draft.unsourced.length > 0 ? (
        <Alert type="warning" showIcon title={t(texts.unsourced, { parts: joinList(draft.unsourced.map((part) => t(policyPartNames[part]))) })} />
      ) : null}
      <Changes id="policy-draft-changes" changes={draft.changes} />
      <Examples draft={draft} />
      <Preview draft={draft} />
      <DraftDialog draft={draft} asking={asking} close={() => ask(null)} />
    </div>
  )
}

/** A draft with the information for its publication: changes, worked examples, effect. */
export function DraftDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useText()
  const detailQuery = useRead(api.policies.draft, { draftId: id }, { keepLast: false })
  return (
    <DetailDrawer title={detailQuery.data?.policyVersion ?? t(texts.drafts)} onClose={onClose} width={900}>
      <QueryContent query={detailQuery} lines={10}>
        {(draft) => <Body draft={draft} />}
      </QueryContent>
    </DetailDrawer>
  )
}
