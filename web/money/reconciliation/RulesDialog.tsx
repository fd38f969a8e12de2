import { useState } from 'react'
import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
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
    </Dialog>
  )
}

/** The matching rules of the caller's centre. */
export function RulesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const rules = useRead(api.reconciliation.rules, {}, { keepLast: false })
  if (rules.data) return <RulesForm rules={rules.data} onClose={onClose} />
  return (
    <Dialog title={t(texts.rules)} onClose={onClose}>
      {rules.data === null ? <p>{t(reconRefusals.chooseCentre)}</p> : <QueryContent query={rules}>{() => null}</QueryContent>}
    </Dialog>
  )
}
