import { useState } from 'react'
import { batchIssueMessages, batchIssueSuggestions } from '#/api/money/line-issues.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { decisionTexts } from './decision-texts.ts'
import { checkPoints, lifecycleTexts } from './lifecycle-texts.ts'
import { prepareTexts } from './prepare-texts.ts'
import { RequiredDocuments, TrialComparison } from './Trial.tsx'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import { useNextBatch } from './useNextBatch.tsx'
import { Warnings } from './Warnings.tsx'

interface DialogProps {
  readonly batch: Batch
  readonly onClose: () => void
}

type Point = keyof typeof checkPoints
const pointKeys = Object.keys(checkPoints) as Point[]

/** The facts of the batch that the decision is based on. */
export function BatchFacts({ batch }: { readonly batch: Batch }) {
  const t = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(texts.no), value: batch.no, isWide: true },
        { label: t(texts.unit), value: batch.unitName, isWide: true },
        { label: t(texts.order), value: batch.orderTitle, isWide: true },
        { label: t(texts.lines), value: batch.lineCount },
        { label: t(texts.grossAmount), value: <Money value={batch.gross} /> },
        { label: t(texts.tax), value: <Money value={batch.tax} /> },
        { label: t(texts.fee), value: <Money value={batch.fee} /> },
        { label: t(texts.netAmount), value: <Money value={batch.net} /> },
        { label: t(texts.cost), value: <Money value={batch.cost} isStrong /> },
      ]}
    />
  )
}

/** Submits the batch. Warnings must be accepted with a reason. */
export function SubmitDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const send = useSubmit(api.payments.submit, { onDone: onClose })
  const count = batch.warningCount
  return (
    <ReasonDialog
      title={t(texts.submit)}
      width={count > 0 ? 600 : 520}
      onClose={onClose}
      confirmText={t(lifecycleTexts.submitConfirm)}
      onConfirm={({ reason }) => void send.submit({ id: batch.id, version: batch.version, acknowledgement: reason })}
      submission={send}
      reason={count > 0 ? { label: t(decisionTexts.acceptReason), hint: t(decisionTexts.acceptHint) } : null}
    >
      <BatchFacts batch={batch} />
      {count > 0 ? <Warnings batch={batch} isSubmitting /> : null}
    </ReasonDialog>
  )
}

/**
 * The approval or rejection, with a note or reason. Dialogs render it after their data has loaded, so that nothing
 * moves under the pointer.
 */
function DecisionFields(props: { approve: boolean; reason: string; onApprove: (approve: boolean) => void; onReason: (reason: string) => void }) {
  const t = useText()
  return (
    <Form>
      <Field label={t(lifecycleTexts.decision)}>
        <RadioGroup
          value={props.approve}
          options={[
            { value: true, label: t(lifecycleTexts.approve) },
            { value: false, label: t(lifecycleTexts.reject) },
          ]}
          onChange={props.onApprove}
        />
      </Field>
      <Field label={t(props.approve ? lifecycleTexts.note : lifecycleTexts.reason)} htmlFor="decide-reason" required={!props.approve}>
        <TextArea id="decide-reason" rows={2} maxLength={200} hasCount value={props.reason} onChange={(event) => props.onReason(event.target.value)} />
      </Field>
    </Form>
  )
}

function TrialFacts({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const trial = useRead(api.payments.trial, { id: batch.id })
  return (
    <QueryContent query={trial}>
      {(answer) => (
        <>
          <h3 className="p-title">{t(prepareTexts.compared)}</h3>
          <TrialComparison trial={answer} />
          <RequiredDocuments trial={answer} />
          {answer.shortBy > 0 || batch.isInsufficient ? (
            <Alert
              type="warning"
              showIcon
              title={`${t(lifecycleTexts.insufficient)}${answer.shortBy > 0 ? ` · ${t(prepareTexts.shortBy, { amount: formatMoney(answer.shortBy) })}` : ''}`}
              description={t(lifecycleTexts.insufficientHint)}
            />
          ) : null}
        </>
      )}
    </QueryContent>
  )
}

/**
 * Returns the submit options of a decision. Without a state in `passed`, an approved batch did not advance, because
 * figures changed or funds are short.
 */
function decisionOptions(approve: boolean, passed: readonly Batch['state'][], onClose: () => void, goOn: () => void) {
  return {
    tone: (answer: Batch) => (approve && !passed.includes(answer.state) ? ('warning' as const) : ('success' as const)),
    onDone: (answer: Batch) => {
      onClose()
      // If the figures changed since the approval, the user must review the batch again, so it stays open.
      if (!approve || answer.stateReason === '') goOn()
    },
  }
}

/** Loads the data for a decision: whether it is complete, and other batches that use the same documents as evidence. */
function useDecisionData({ id }: Batch): { readonly areThere: boolean; readonly doubts: readonly string[] } {
  const documents = useRead(api.payments.evidence, { id })
  const warnings = useRead(api.payments.warnings, { id })
  const trial = useRead(api.payments.trial, { id })
  return {
    areThere: [documents, warnings, trial].every(({ data }) => data !== undefined),
    doubts: [...new Set(documents.data?.flatMap((each) => each.alsoUsedIn) ?? [])].sort(),
  }
}

/** Documents that other batches also use as evidence. The auditor gives a reason, or returns the batch (W404). */
function ReusedDocuments({ doubts }: { readonly doubts: readonly string[] }) {
  const t = useText()
  if (doubts.length === 0) return null
  return <Alert type="warning" showIcon title={t(batchIssueMessages.W404, { batch: doubts.join(', ') })} description={t(batchIssueSuggestions.W404)} />
}

/** The check by a second person of the unit: figures, comparison, warnings, approval or rejection. */
export function CheckDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const next = useNextBatch(batch.id, 'check')
  const [approve, setApprove] = useState(true)
  const [reason, setReason] = useState('')
  const { areThere, doubts } = useDecisionData(batch)
  const send = useSubmit(api.payments.check, decisionOptions(approve, ['auditing', 'payable'], onClose, next.go))
  return (
    <Dialog
      title={t(texts.check)}
      width={600}
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: t(lifecycleTexts.checkConfirm),
        isBusy: send.isBusy,
        isDangerous: !approve,
        isDisabled: !areThere || (!approve && reason.trim() === ''),
        onPress: () => void send.submit({ id: batch.id, version: batch.version, approve, reason }),
      }}
    >
      <BatchFacts batch={batch} />
      <Warnings batch={batch} />
      <TrialFacts batch={batch} />
      <ReusedDocuments doubts={doubts} />
      {areThere ? <DecisionFields approve={approve} reason={reason} onApprove={setApprove} onReason={setReason} /> : null}
      {next.field}
      {send.failure ? <Alert type="error" showIcon title={send.failure.message} /> : null}
    </Dialog>
  )
}

/** The centre's audit: every point of the checklist, approval or rejection. */
export function AuditDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const next = useNextBatch(batch.id, 'audit')
  const [approve, setApprove] = useState(true)
  const [reason, setReason] = useState('')
  const [ticked, setTicked] = useState<readonly Point[]>([])
  const { areThere, doubts } = useDecisionData(batch)
  const send = useSubmit(api.payments.audit, decisionOptions(approve, ['payable'], onClose, next.go))
  const isTicked = (point: Point) => ticked.includes(point)
  const checklist = {
    contract: isTicked('contract'),
    evidence: isTicked('evidence'),
    unique: isTicked('unique'),
    people: isTicked('people'),
    amounts: isTicked('amounts'),
  }
  return (
    <Dialog
      title={t(texts.audit)}
      width={600}
      onClose={onClose}
      isDirty={reason !== '' || ticked.length > 0}
      confirm={{
        text: t(lifecycleTexts.auditConfirm),
        isBusy: send.isBusy,
        isDangerous: !approve,
        isDisabled: !areThere || (approve ? ticked.length < pointKeys.length || (doubts.length > 0 && reason.trim().length < 2) : reason.trim() === ''),
        onPress: () => void send.submit({ id: batch.id, version: batch.version, approve, reason, ...(approve ? { checklist } : {}) }),
      }}
    >
      <BatchFacts batch={batch} />
      <Warnings batch={batch} />
      <TrialFacts batch={batch} />
      <ReusedDocuments doubts={doubts} />
      {areThere ? <DecisionFields approve={approve} reason={reason} onApprove={setApprove} onReason={setReason} /> : null}
      {areThere && approve ? (
        <fieldset className="p-points">
          <legend className="k-strong">{t(lifecycleTexts.checklist)}</legend>
          <CheckboxGroup value={[...ticked]} options={choicesOf(t, pointKeys, checkPoints)} onChange={(values) => setTicked(values as Point[])} />
        </fieldset>
      ) : null}
      {next.field}
      {send.failure ? <Alert type="error" showIcon title={send.failure.message} /> : null}
    </Dialog>
  )
}

/** Cancels a batch before it is paid. */
export function CancelDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const send = useSubmit(api.payments.cancel, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.cancel)}
      onClose={onClose}
      confirmText={t(lifecycleTexts.cancelConfirm)}
      onConfirm={({ reason }) => void send.submit({ id: batch.id, version: batch.version, reason })}
      isDangerous
      submission={send}
      reason={{ isOptional: true }}
    >
      <Alert type="warning" showIcon title={t(lifecycleTexts.cancelHint)} />
      <BatchFacts batch={batch} />
    </ReasonDialog>
  )
}
