import { useState } from 'react'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ZipTask } from '#/web/shell/ZipTask.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'

interface Values {
  readonly unitId: number
  readonly month: string
}

const shownMonths = 24

/** Packs a unit's month into an archive and shows the progress. */
export function PackDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const units = useRead(api.businessinvoices.units, {})
  const [task, setTask] = useState<{ taskId: number; count: number } | null>(null)
  const pack = useSubmit(api.businessinvoices.packMonth, {
    onDone: (started) => {
      setTask(started)
      form.markSaved()
    },
  })
  const thisMonth = monthOf(new Date(nowMs()))
  const months = Array.from({ length: shownMonths }, (_, back) => shiftMonth(thisMonth, -back))
  const onlyUnit = units.data?.length === 1 ? units.data[0] : undefined
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const send = form.whenValid(pack.submit)
  return (
    <Dialog title={t(texts.pack)} onClose={onClose} confirm={{ text: t(texts.packStart), onPress: send, isBusy: pack.isBusy }}>
      <p className="k-note">{t(texts.packNote)}</p>
      <Form form={form} initialValues={{ month: thisMonth }}>
        <Field name="unitId" label={t(texts.unit)} rules={requiredRules} {...(onlyUnit && { initialValue: onlyUnit.unitId })} key={onlyUnit?.unitId ?? 0}>
          <Select isSearchable options={(units.data ?? []).map((unit) => ({ value: unit.unitId, label: unit.unitName }))} />
        </Field>
        <Field name="month" label={t(texts.month)} rules={requiredRules}>
          <Select options={months.map((value) => ({ value, label: value }))} />
        </Field>
      </Form>
      {task ? (
        <div className="k-stack" role="status">
          <span>{t(texts.packed, { count: task.count })}</span>
          <ZipTask key={task.taskId} taskId={task.taskId} />
        </div>
      ) : null}
    </Dialog>
  )
}
