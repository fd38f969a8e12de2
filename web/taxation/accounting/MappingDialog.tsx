import { useState } from 'react'
import { accountNames, voucherFields as fields } from '#/api/taxation/accounting.texts.ts'
import { type VoucherAccount, voucherAccounts } from '#/domain/taxation/accounting.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { AccountMapping } from './Mappings.tsx'
import { texts } from './texts.ts'
import './accounting.css'
import { Problem } from '#/web/ui/Problem.tsx'

interface Line {
  readonly code?: string
  readonly name?: string
  readonly byUnit?: boolean
}

interface Values {
  readonly firstMonth: string
  readonly word: string
  readonly lines: Partial<Record<VoucherAccount, Line>>
}

interface MappingDialogProps {
  readonly centreId: number
  readonly mode: 1 | 2
  readonly month: string
  /** The version that the form starts from. */
  readonly like: AccountMapping | undefined
  readonly onClose: () => void
  readonly onDone: (id: number) => void
}

/** Creates a version of a mapping, which another person has to approve. */
export function MappingDialog({ centreId, mode, month, like, onClose, onDone }: MappingDialogProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [problem, setProblem] = useState('')
  const saveDraft = useSubmit(api.accounting.draft, {
    onDone: ({ id }) => {
      onDone(id)
      onClose()
    },
  })
  const send = form.whenValid(({ firstMonth, word, lines }) => {
    const rows = voucherAccounts.flatMap((account) => {
      const { code = '', name = '', byUnit = false } = lines[account] ?? {}
      return code.trim() === '' ? [] : [{ account, code, name: name.trim() || code, byUnit }]
    })
    setProblem(rows.length === 0 ? t(texts.fillOne) : '')
    return rows.length === 0 ? undefined : saveDraft.submit({ centreId, mode, firstMonth, word, rows })
  })
  const requiredRule = { required: true, message: t(texts.required) }
  const lines = Object.fromEntries((like?.rows ?? []).map((row) => [row.account, row]))
  return (
    <Dialog title={t(texts.draftNew)} onClose={onClose} width={760} confirm={{ text: t(texts.submit), onPress: send, isBusy: saveDraft.isBusy }}>
      <Form form={form} initialValues={{ firstMonth: month, word: like?.word ?? '记', lines }}>
        <p className="k-note">{t(texts.draftNote)}</p>
        <div className="k-row">
          <Field name="firstMonth" label={t(texts.firstMonth)} rules={[requiredRule, { pattern: /^20\d{2}-(0[1-9]|1[0-2])$/, message: t(texts.monthForm) }]}>
            <TextInput maxLength={7} />
          </Field>
          <Field name="word" label={t(texts.word)} rules={[requiredRule]}>
            <TextInput maxLength={4} />
          </Field>
        </div>
        {voucherAccounts.map((account) => (
          <fieldset key={account} className="k-row acct-line">
            <legend>{t(accountNames[account])}</legend>
            <Field name={['lines', account, 'code']} isBare rules={[{ pattern: /^[0-9A-Za-z.-]{1,30}$/, message: t(texts.codeForm) }]}>
              <TextInput aria-label={`${t(accountNames[account])} ${t(fields.code)}`} placeholder={t(fields.code)} maxLength={30} />
            </Field>
            <Field name={['lines', account, 'name']} isBare>
              <TextInput aria-label={`${t(accountNames[account])} ${t(fields.name)}`} placeholder={t(fields.name)} maxLength={60} />
            </Field>
            <Field name={['lines', account, 'byUnit']} valuePropName="checked" isBare>
              <Checkbox>{t(texts.byUnit)}</Checkbox>
            </Field>
          </fieldset>
        ))}
        <Problem text={problem} />
      </Form>
    </Dialog>
  )
}
