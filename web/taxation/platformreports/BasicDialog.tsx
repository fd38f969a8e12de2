import { basicCauseNames } from '#/api/taxation/platformreports.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { type BasicDataCause, basicDataCauses } from '#/domain/taxation/platform-report.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

/** The choice of the company that reports for the platform. */
const platformValue = 0

interface Values {
  centreId: number
  cause: BasicDataCause
  happenedOn: string
  what: string
}

/** Records a change of the platform's own basic data that must be reported. */
export function BasicDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const isPlatform = useUser()?.usertype === userType.platform
  const quarters = useRead(api.platformreports.quarters, {})
  const centres = new Map((quarters.data ?? []).flatMap(({ centreId, centreName }) => (centreId === null ? [] : [[centreId, centreName] as const])))
  const noteBasicReport = useSubmit(api.platformreports.noteBasic, { onDone: onClose })
  const reporters = [...(isPlatform ? [{ value: platformValue, label: t(texts.ofPlatform) }] : []), ...[...centres].map(([value, label]) => ({ value, label }))]
  const send = form.whenValid(({ centreId, ...event }) => {
    return noteBasicReport.submit({ ...event, centreId: centreId === platformValue ? null : centreId })
  })
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog title={t(texts.noteBasic)} onClose={onClose} confirm={{ text: t(texts.save), onPress: send, isBusy: noteBasicReport.isBusy }}>
      <Form form={form}>
        <Field name="centreId" label={t(texts.reporter)} rules={rules}>
          <Select options={reporters} />
        </Field>
        <Field name="cause" label={t(texts.cause)} rules={rules}>
          <Select options={choicesOf(t, basicDataCauses, basicCauseNames)} />
        </Field>
        <Field name="happenedOn" label={t(texts.happenedOn)} rules={rules}>
          <DayInput id="happened-on" isNeeded />
        </Field>
        <Field name="what" label={t(texts.what)} rules={[...rules, { min: 2 }]}>
          <TextInput maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
