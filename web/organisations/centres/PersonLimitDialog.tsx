import { useState } from 'react'
import { plainYuan } from '#/domain/base/money.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

/** The monthly limit of payments to one person across all centres; empty for none. */
export function PersonLimitDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const amountRule = useAmountRule()
  const [form] = useForm<{ limit?: string; why?: string }>()
  const [isDirty, setDirty] = useState(false)
  const setting = useRead(api.centres.personLimit, {})
  const saveLimit = useProvedSubmit(api.centres.setPersonLimit, { onDone: onClose })
  const editObstacle = setting.data?.may.edit ?? ''
  const send = form.whenValid(async ({ limit = '', why = '' }) => {
    if (setting.data) await saveLimit.submit({ version: setting.data.version, limit, why: why.trim() })
  })
  return (
    <Dialog
      title={t(texts.personLimit)}
      onClose={onClose}
      confirm={{ text: t(texts.save), onPress: send, isBusy: saveLimit.isBusy, isDisabled: !isDirty || editObstacle !== '' }}
    >
      <QueryContent query={setting} lines={2}>
        {({ limit, changes }) => (
          <>
            <OpenChanges changes={changes} />
            {editObstacle ? <Alert type="info" showIcon title={editObstacle} /> : null}
            <Form
              form={form}
              disabled={editObstacle !== ''}
              initialValues={{ limit: limit === null ? '' : plainYuan(limit) }}
              onValuesChange={() => setDirty(true)}
            >
              <Field name="limit" label={t(texts.personLimitLabel)} hint={t(texts.personLimitNote)} rules={[amountRule]}>
                <MoneyInput />
              </Field>
              <ChangeReasonField isNeeded={isDirty} />
            </Form>
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}
