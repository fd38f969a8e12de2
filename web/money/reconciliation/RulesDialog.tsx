import { useState } from 'react'
import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { formatYuan, plainYuan } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ConfirmOrRejectDialog } from '#/web/parts/review/ConfirmOrRejectDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'

type Rules = NonNullable<OutputOf<typeof api.reconciliation.rules>>

function RulesForm({ rules, onClose }: { readonly rules: Rules; readonly onClose: () => void }) {
  const t = useText()
  const [first] = useState({ stopAbove: rules.stopAbove === null ? '' : plainYuan(rules.stopAbove), needsBank: rules.needsBank })
  const [stopAbove, setAbove] = useState(first.stopAbove)
  const [needsBank, setNeeds] = useState(first.needsBank)
  const isDirty = stopAbove !== first.stopAbove || needsBank !== first.needsBank
  const save = useSubmit(api.reconciliation.setRules, { onDone: onClose })
  const send = () => void save.submit({ version: rules.version, needsBank, ...(stopAbove && { stopAbove }) })
  return (
    <Dialog title={t(texts.rules)} onClose={onClose} isDirty={isDirty} confirm={{ text: t(texts.save), onPress: send, isBusy: save.isBusy }}>
      <Form>
        <Field label={t(texts.stopAbove)} htmlFor="recon-stop" hint={t(texts.stopNote)}>
          <MoneyInput id="recon-stop" value={stopAbove} onChange={setAbove} />
        </Field>
      </Form>
      <Checkbox checked={needsBank} onChange={(event) => setNeeds(event.target.checked)}>
        {t(texts.needsBank)}
      </Checkbox>
      <p className="k-note">{t(texts.looserNote)}</p>
    </Dialog>
  )
}

type AskedRules = NonNullable<Rules['requested']>

/** The rules in force and those asked for, with the person who requested. */
function AskedFacts({ rules, requested }: { readonly rules: Rules; readonly requested: AskedRules }) {
  const t = useText()
  const describe = ({ stopAbove, needsBank }: Pick<Rules, 'stopAbove' | 'needsBank'>) =>
    [stopAbove === null ? t(texts.noStop) : t(texts.ruleStop, { limit: formatYuan(stopAbove) }), t(texts.ruleBank, { needsBank: String(needsBank) })].join(
      ' · ',
    )
  return (
    <>
      <Facts
        rows={[
          { label: t(texts.centre), value: rules.centreName },
          { label: t(texts.rulesNow), value: describe(rules) },
          { label: t(texts.rulesAsked), value: describe(requested) },
        ]}
      />
      <p className="k-note">{t(texts.rulesAskedBy, { name: requested.byName, at: formatDateTime(requested.at) })}</p>
    </>
  )
}

interface DecisionProps {
  readonly rules: Rules
  readonly requested: AskedRules
  readonly onClose: () => void
}

/** The looser rules that another person asked for, to confirm or reject. */
function DecideRules({ rules, requested, onClose }: DecisionProps) {
  const t = useText()
  const decide = useSubmit(api.reconciliation.decideRules, { onDone: onClose })
  return (
    <ConfirmOrRejectDialog
      title={t(texts.decideRules)}
      confirmText={t(texts.confirmRules)}
      onDecide={(decision) => void decide.submit({ centreId: rules.centreId, version: rules.version, ...decision })}
      onClose={onClose}
      submission={decide}
    >
      <AskedFacts rules={rules} requested={requested} />
    </ConfirmOrRejectDialog>
  )
}

/** The looser rules that the user asked for. The user can end the request. */
function OwnRequest({ rules, requested, onClose }: DecisionProps) {
  const t = useText()
  const withdraw = useSubmit(api.reconciliation.decideRules, { onDone: onClose })
  const send = () => void withdraw.submit({ centreId: rules.centreId, version: rules.version, isConfirmed: false })
  return (
    <Dialog title={t(texts.decideRules)} onClose={onClose} confirm={{ text: t(texts.withdrawRules), onPress: send, isBusy: withdraw.isBusy }}>
      <AskedFacts rules={rules} requested={requested} />
      <p className="k-note">{t(reconRefusals.ownRules)}</p>
    </Dialog>
  )
}

/** The matching rules of the caller's centre, or the looser ones that await a decision. */
export function RulesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const rules = useRead(api.reconciliation.rules, {}, { keepLast: false })
  // Platform staff have no centre. They decide the oldest request first.
  const requests = useRead(api.reconciliation.ruleRequests, {}, { keepLast: false })
  const request = requests.data?.[0]
  if (request?.requested) {
    const Request = request.requested.isOwn ? OwnRequest : DecideRules
    return <Request rules={request} requested={request.requested} onClose={onClose} />
  }
  if (rules.data && requests.data) return <RulesForm rules={rules.data} onClose={onClose} />
  return (
    <Dialog title={t(texts.rules)} onClose={onClose}>
      {rules.data === null && requests.data ? (
        <p>{t(reconRefusals.chooseCentre)}</p>
      ) : (
        <QueryContent query={rules.data === undefined ? rules : requests}>{() => null}</QueryContent>
      )}
    </Dialog>
  )
}
