import { useState } from 'react'
import { draftStateNames, lawGradeNames, policyPartNames } from '#/api/taxation/policies.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
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
import { Changes, type Draft, toneOf } from './values.tsx'

const PartDialog = onDemand(async () => (await import('./PartDialog.tsx')).PartDialog)
const DaysDialog = onDemand(async () => (await import('./DraftDialogs.tsx')).DaysDialog)

type OpenDialog = 'part' | 'days' | 'publish' | 'leave' | null

/** A request to withdraw a published policy before it takes effect. */
function Leaving({ draft }: { readonly draft: Draft }) {
  const say = useText()
  const end = useSubmit(api.policies.endLeave)
  const target = { draftId: draft.id, version: draft.version }
  if (draft.leaving === null) return null
  const { by, reason, leftBy } = draft.leaving
  return (
    <>
      <Alert type="warning" showIcon title={say(texts.leaving, { by, reason })} />
      {leftBy === null && can('policy:check') ? (
        <div className="k-row">
          <ConfirmButton
            size="small"
            danger
            reason={draft.may.endLeave}
            isBusy={end.isBusy}
            effect={say(texts.agreeEffect)}
            onPress={() => end.submit({ ...target, isAgreed: true })}
          >
            {say(texts.agree)}
          </ConfirmButton>
          <ActionButton size="small" reason={draft.may.endLeave} isBusy={end.isBusy} onPress={() => end.submit({ ...target, isAgreed: false })}>
            {say(texts.refuse)}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}

function Actions({ draft, ask }: { readonly draft: Draft; readonly ask: (what: OpenDialog) => void }) {
  const say = useText()
  const drop = useSubmit(api.policies.drop)
  const target = { draftId: draft.id, version: draft.version }
  if (draft.state === 'published')
    return draft.leaving === null && (can('policy:edit') || can('policy:check')) ? (
      <div className="k-row">
        <ActionButton size="small" danger reason={draft.may.leave} onPress={() => ask('leave')}>
          {say(texts.leave)}
        </ActionButton>
      </div>
    ) : null
  if (draft.state !== 'draft') return null
  return (
    <div className="k-row">
      {can('policy:edit') ? (
        <>
          <ActionButton size="small" reason={draft.may.change} onPress={() => ask('part')}>
            {say(texts.edit)}
          </ActionButton>
          <ActionButton size="small" reason={draft.may.change} onPress={() => ask('days')}>
            {say(texts.days)}
          </ActionButton>
        </>
      ) : null}
      {can('policy:check') ? (
        <ActionButton size="small" type="primary" reason={draft.may.publish} onPress={() => ask('publish')}>
          {say(texts.publish)}
        </ActionButton>
      ) : null}
      {can('policy:edit') || can('policy:check') ? (
        <ConfirmButton size="small" danger reason={draft.may.drop} isBusy={drop.isBusy} effect={say(texts.dropEffect)} onPress={() => drop.submit(target)}>
          {say(texts.drop)}
        </ConfirmButton>
      ) : null}
    </div>
  )
}

function RequestedRoles({ draft, asking, close }: { readonly draft: Draft; readonly asking: OpenDialog; readonly close: () => void }) {
  const say = useText()
  const publish = useSubmit(api.policies.publish, { onDone: close })
  const leave = useSubmit(api.policies.leave, { onDone: close })
  const target = { draftId: draft.id, version: draft.version }
  if (asking === 'part') return <PartDialog draft={draft} onClose={close} />
  if (asking === 'days') return <DaysDialog draft={draft} onClose={close} />
  if (asking === 'publish')
    return (
      <Dialog
        title={`${say(texts.publish)} · ${draft.policyVersion}`}
        isOpen
        onClose={close}
        width={760}
        confirm={{ text: say(texts.publish), onPress: () => void publish.submit(target), isBusy: publish.isBusy }}
      >
        <div className="k-stack">
          <p>{say(texts.publishNote, { firstDay: draft.firstDay, base: draft.baseVersion })}</p>
          <Changes id="policy-publish-changes" changes={draft.changes} />
        </div>
      </Dialog>
    )
  if (asking === 'leave')
    return (
      <ReasonDialog
        title={say(texts.leave)}
        onClose={close}
        confirmText={say(texts.leave)}
        onConfirm={({ reason }) => void leave.submit({ ...target, reason })}
        isBusy={leave.isBusy}
        failure={leave.failure}
        reason={{ label: say(texts.reason), least: 4 }}
      >
        <p className="k-note">{say(texts.leaveNote)}</p>
      </ReasonDialog>
    )
  return null
}

function Body({ draft }: { readonly draft: Draft }) {
  const say = useText()
  const [asking, ask] = useState<OpenDialog>(null)
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(texts.state), value: <StatusTag tone={toneOf(draft.state)}>{say(draftStateNames[draft.state])}</StatusTag> },
          { label: say(texts.base), value: draft.baseVersion },
          { label: say(texts.firstDay), value: draft.firstDay },
          { label: say(texts.knownUntil), value: draft.knownUntil ?? say(texts.noEnd) },
          { label: say(texts.grade), value: say(lawGradeNames[draft.grade]) },
          { label: say(texts.madeBy), value: `${draft.madeBy} · ${formatDateTimeSeconds(draft.madeAt)}` },
          { label: say(texts.editedBy), value: `${draft.editedBy} · ${formatDateTimeSeconds(draft.editedAt)}` },
          {
            label: say(draftStateNames.published),
            value: draft.publishedAt ? `${draft.publishedBy ?? ''} · ${formatDateTimeSeconds(draft.publishedAt)}` : '—',
          },
          { label: say(texts.source), value: draft.source, isWide: true },
        ]}
      />
      <Actions draft={draft} ask={ask} />
      <Leaving draft={draft} />
      <h3>{say(texts.changes)}</h3>
      {draft.unsourced.length > 0 ? (
        <Alert type="warning" showIcon title={say(texts.unsourced, { parts: draft.unsourced.map((part) => say(policyPartNames[part])).join('、') })} />
      ) : null}
      <Changes id="policy-draft-changes" changes={draft.changes} />
      <Examples draft={draft} />
      <Preview draft={draft} />
      <RequestedRoles draft={draft} asking={asking} close={() => ask(null)} />
    </div>
  )
}

/** A draft with the information for its publication: changes, worked examples, effect. */
export function DraftDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const say = useText()
  const read = useRead(api.policies.draft, { draftId: id }, { keepLast: false })
  return (
    <DetailDrawer isOpen title={read.data?.policyVersion ?? say(texts.drafts)} onClose={onClose} width={900}>
      <QueryContent query={read} lines={10}>
        {(draft) => <Body draft={draft} />}
      </QueryContent>
    </DetailDrawer>
  )
}
