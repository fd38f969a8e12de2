import { useState } from 'react'
import type { ApiCall } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withLabel } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { reviewTexts as texts } from './review.texts.ts'

interface BulkResult {
  readonly ok: number[]
  readonly fail: { id: number; reason: string }[]
}

interface AssignDialogProps<I> {
  readonly colleagues: ApiCall<Record<never, never>, { id: number; name: string; open: number }[]>
  readonly call: ApiCall<I & { userId: number; reason: string }, BulkResult>
  /** The part of the call's input that identifies the items to assign. */
  readonly of: I
  readonly nameOf: (id: number) => string | undefined
  readonly onClose: () => void
}

/** Assigns reviews to a colleague; failures are listed one by one. */
export function AssignDialog<I extends object>({ colleagues: ask, call, of, nameOf, onClose }: AssignDialogProps<I>) {
  const t = useText()
  const [userId, setUserId] = useState<number>()
  const [reason, setReason] = useState('')
  const [result, setResult] = useState<BulkResult | null>(null)
  const colleagues = useRead(ask, {})
  const assign = useSubmit(call, {
    tone: (answer) => (answer.fail.length > 0 ? 'warning' : 'success'),
    onDone: (answer) => {
      if (answer.fail.length > 0) setResult(answer)
      else onClose()
    },
  })
  if (result)
    return (
      <Dialog title={t(texts.results)} onClose={onClose}>
        <p>{t(texts.assigned, { ok: result.ok.length, fail: result.fail.length })}</p>
        <ul>
          {result.fail.map((each) => (
            <li key={each.id}>{withLabel(String(nameOf(each.id) ?? each.id), each.reason)}</li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <Dialog
      title={t(texts.assign)}
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: t(texts.assign),
        isBusy: assign.isBusy,
        isDisabled: userId === undefined,
        onPress: () => userId !== undefined && void assign.submit({ ...of, userId, reason }),
      }}
    >
      <Form>
        <Field label={t(texts.assignTo)} required>
          <Select
            value={userId}
            onChange={setUserId}
            isLoading={colleagues.isPending}
            isSearchable
            aria-label={t(texts.assignTo)}
            placeholder={t(texts.choose)}
            options={(colleagues.data ?? []).map((each) => ({ value: each.id, label: t(texts.deskLoad, { name: each.name, open: each.open }) }))}
          />
        </Field>
        <Field label={t(texts.assignReason)}>
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} aria-label={t(texts.assignReason)} />
        </Field>
      </Form>
    </Dialog>
  )
}
