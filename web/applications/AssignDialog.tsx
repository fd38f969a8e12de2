import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { reviewTexts as texts } from './review.texts.ts'

interface AssignDialogProps {
  readonly rows: readonly { readonly id: number; readonly no: string }[]
  readonly onClose: () => void
}

type Told = OutputOf<typeof api.applications.assign>

/** Hands applications to a colleague; what could not be handed over is told one by one. */
export function AssignDialog({ rows, onClose }: AssignDialogProps) {
  const say = useText()
  const [userId, setUserId] = useState<number>()
  const [reason, setReason] = useState('')
  const [told, setTold] = useState<Told | null>(null)
  const colleagues = useRead(api.applications.colleagues, {})
  const assign = useSubmit(api.applications.assign, {
    onDone: (answer) => {
      notify(answer.fail.length > 0 ? 'warning' : 'success', say(texts.assigned, { ok: answer.ok.length, fail: answer.fail.length }))
      if (answer.fail.length > 0) setTold(answer)
      else onClose()
    },
  })
  if (told)
    return (
      <Dialog title={say(texts.results)} isOpen onClose={onClose}>
        <p>{say(texts.assigned, { ok: told.ok.length, fail: told.fail.length })}</p>
        <ul>
          {told.fail.map((each) => (
            <li key={each.id}>
              {rows.find((row) => row.id === each.id)?.no ?? each.id}：{each.reason}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <Dialog
      title={say(texts.assign)}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: say(texts.assign),
        isBusy: assign.isBusy,
        isDisabled: userId === undefined,
        onPress: () => userId !== undefined && void assign.submit({ applicationIds: rows.map((row) => row.id), userId, reason }),
      }}
    >
      <Form layout="vertical">
        <Form.Item label={say(texts.assignTo)} required>
          <Select
            value={userId}
            onChange={setUserId}
            loading={colleagues.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={say(texts.assignTo)}
            placeholder={say(texts.choose)}
            options={(colleagues.data ?? []).map((each) => ({ value: each.id, label: say(texts.deskLoad, { name: each.name, open: each.open }) }))}
          />
        </Form.Item>
        <Form.Item label={say(texts.assignReason)}>
          <Input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} aria-label={say(texts.assignReason)} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
