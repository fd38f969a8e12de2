import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { lineFields } from '#/api/lines.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { RequestException } from '#/web/relations/public.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { prepareTexts } from './prepare-texts.ts'

const replaceable = ['name', 'bankName', 'amountText', 'service', 'remark', 'mobile', 'entityName'] as const
type Replaceable = (typeof replaceable)[number]

function ReplaceDialog({ batchId, onClose }: { readonly batchId: number; readonly onClose: () => void }) {
  const say = useText()
  const [field, setField] = useState<Replaceable>('bankName')
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const replace = useSubmit(api.lines.replace, { done: (answer) => say(prepareTexts.changedCount, { count: answer.changed }), onDone: onClose })
  const submit = () => {
    if (find) void replace.submit({ batchId, field, find, by })
  }
  return (
    <Dialog
      title={say(prepareTexts.replace)}
      isOpen
      onClose={onClose}
      isDirty={find + by !== ''}
      confirm={{ text: say(prepareTexts.replace), onPress: submit, isBusy: replace.isBusy, isDisabled: find === '' }}
    >
      <Form layout="vertical">
        <Form.Item label={say(prepareTexts.column)} htmlFor="replace-field">
          <Select id="replace-field" value={field} options={replaceable.map((value) => ({ value, label: say(lineFields[value]) }))} onChange={setField} />
        </Form.Item>
        <Form.Item label={say(prepareTexts.find)} htmlFor="replace-find" required>
          <Input id="replace-find" value={find} maxLength={60} onChange={(event) => setFind(event.target.value)} />
        </Form.Item>
        <Form.Item label={say(prepareTexts.by)} htmlFor="replace-by">
          <Input id="replace-by" value={by} maxLength={100} onChange={(event) => setBy(event.target.value)} onPressEnter={submit} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

interface BulkProps {
  readonly batchId: number
  readonly lineIds: readonly number[]
  readonly invalid: number
  readonly onDone: () => void
}

/** What can be done to many lines at once. */
export function Bulk({ batchId, lineIds, invalid, onDone }: BulkProps) {
  const say = useText()
  const { modal } = App.useApp()
  const [isReplacing, setReplacing] = useState(false)
  const after = { done: (answer: { changed: number }) => say(prepareTexts.changedCount, { count: answer.changed }), onDone }
  const exclude = useSubmit(api.lines.exclude, after)
  const include = useSubmit(api.lines.include, after)
  const adopt = useSubmit(api.lines.adopt, after)
  const refer = useSubmit(api.lines.refer, { done: (answer) => say(prepareTexts.referred, { count: answer.referred }), onDone })
  const reason = lineIds.length === 0 ? say(prepareTexts.chooseFirst) : ''
  const askAll = () =>
    modal.confirm({
      title: say(prepareTexts.excludeInvalid),
      content: say(prepareTexts.excludeAsk, { count: invalid }),
      okText: say(prepareTexts.excludeInvalid),
      okButtonProps: { danger: true },
      onOk: () => exclude.submit({ batchId, allInvalid: true }),
    })
  return (
    <div className="k-row">
      {lineIds.length ? <span className="k-note">{say(prepareTexts.chosen, { count: lineIds.length })}</span> : null}
      <ActionButton size="small" reason={reason} onPress={() => exclude.submit({ batchId, lineIds })}>
        {say(prepareTexts.exclude)}
      </ActionButton>
      {invalid > 0 ? (
        <ActionButton size="small" danger onPress={() => void askAll()}>
          {say(prepareTexts.excludeInvalid)}
        </ActionButton>
      ) : null}
      <ActionButton size="small" reason={reason} onPress={() => include.submit({ batchId, lineIds })}>
        {say(prepareTexts.include)}
      </ActionButton>
      <ActionButton size="small" onPress={() => setReplacing(true)}>
        {say(prepareTexts.replace)}
      </ActionButton>
      <ActionButton size="small" reason={reason} onPress={() => adopt.submit({ batchId, lineIds, what: 'name' })}>
        {say(prepareTexts.adoptName)}
      </ActionButton>
      <ActionButton size="small" reason={reason} onPress={() => adopt.submit({ batchId, lineIds, what: 'card' })}>
        {say(prepareTexts.adoptCard)}
      </ActionButton>
      <ActionButton size="small" reason={reason} onPress={() => refer.submit({ batchId, lineIds })}>
        {say(prepareTexts.refer)}
      </ActionButton>
      <RequestException lineIds={lineIds} />
      {isReplacing ? <ReplaceDialog batchId={batchId} onClose={() => setReplacing(false)} /> : null}
    </div>
  )
}
