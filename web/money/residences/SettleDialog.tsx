import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { Residence } from './DecideDialog.tsx'
import { texts } from './texts.ts'

/** Registers how the tax of payments to a non-resident was corrected. */
export function SettleDialog({ residence, onClose }: { readonly residence: Residence; readonly onClose: () => void }) {
  const t = useText()
  const [settlement, setSettlement] = useState('')
  const settle = useSubmit(api.residences.settle, { onDone: onClose })
  return (
    <Dialog
      title={`${t(texts.settle)} · ${residence.operatorName}`}
      onClose={onClose}
      isDirty={settlement !== ''}
      confirm={{
        text: t(texts.submit),
        onPress: () => void settle.submit({ residenceId: residence.id, settlement: settlement.trim() }),
        isBusy: settle.isBusy,
        isDisabled: settlement.trim().length < 2,
      }}
    >
      {settle.failure ? <Alert type="error" title={settle.failure.message} /> : null}
      <Form>
        <Field label={t(texts.settlement)} htmlFor="residence-settlement" hint={t(texts.settleHint)} required>
          <TextArea id="residence-settlement" value={settlement} onChange={(event) => setSettlement(event.target.value)} rows={3} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
