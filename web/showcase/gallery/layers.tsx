import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ColumnSettings } from '#/web/ui/ColumnSettings.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { Tour } from '#/web/ui/Tour.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

interface Values {
  readonly text: string
  readonly day: string
}

function FormDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const send = form.whenValid(onClose)
  return (
    <Dialog title={t(words.dialog)} onClose={onClose} confirm={{ text: t(words.send), onPress: send }}>
      <Form form={form}>
        <Field name="text" label={t(words.text)} rules={[{ required: true, message: t(words.needed) }]}>
          <TextInput maxLength={20} />
        </Field>
        <Field name="day" label={t(words.day)} rules={[{ required: true }]}>
          <DayInput />
        </Field>
      </Form>
    </Dialog>
  )
}

function UnitDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [pane, setPane] = useState('basics')
  return (
    <DetailDrawer
      title={t(words.drawer)}
      onClose={onClose}
      width={420}
      actions={<Button size="small">{t(words.detail)}</Button>}
      footer={<Button type="primary">{t(words.confirm)}</Button>}
      pane={pane}
      onPane={setPane}
      panes={[
        { key: 'basics', label: t(words.basics), content: <Facts rows={[{ label: t(words.unit), value: t(words.unitName) }]} /> },
        { key: 'lines', label: t(words.lines), content: t(words.noBatches) },
      ]}
    >
      <span>{t(words.code)}</span>
      <div>
        <QrCode value="https://example.com/unit" size={168} />
      </div>
    </DetailDrawer>
  )
}

const tones = ['success', 'info', 'warning', 'error'] as const
const nothing = () => undefined

/** Dialogs, drawers, menus, hints and messages that open over the page. */
export function Layers() {
  const t = useText()
  const [isTouring, setTouring] = useState(false)
  const dialog = useOverlay((_, close) => <FormDialog onClose={close} />)
  const drawer = useOverlay((_, close) => <UnitDrawer onClose={close} />)
  const reason = useOverlay((_, close) => (
    <ReasonDialog
      title={t(words.stop)}
      onClose={close}
      confirmText={t(words.stop)}
      onConfirm={close}
      isDangerous
      submission={{ isBusy: false, failure: null }}
      hasPassword
    >
      <Alert role="status" type="warning" title={t(words.effect)} />
    </ReasonDialog>
  ))
  const ask = () => confirm({ title: t(words.confirm), content: <p>{t(words.effect)}</p>, okText: t(words.confirm), isDangerous: true, onOk: nothing })
  return (
    <Part name="layers" title={t(words.layers)}>
      <div className="k-row">
        <Button onClick={() => dialog.open()}>{t(words.dialog)}</Button>
        <Button onClick={() => drawer.open()}>{t(words.drawer)}</Button>
        <Button onClick={() => reason.open()}>{t(words.stop)}</Button>
        <Button onClick={ask}>{t(words.ask)}</Button>
        <Dropdown
          chosen="detail"
          items={[
            { key: 'heading', kind: 'words', label: t(words.unitName) },
            { key: 'detail', label: t(words.detail) },
            { key: 'check', label: t(words.waiting), disabled: true, title: t(words.notAllowed) },
            { key: 'line', kind: 'line' },
            { key: 'remove', label: t(words.remove), danger: true },
          ]}
        >
          <Button>{t(words.menu)}</Button>
        </Dropdown>
        <Tooltip title={t(words.effect)}>
          <Button>{t(words.hint)}</Button>
        </Tooltip>
        <Button onClick={() => tones.map((tone) => showNotice(tone, `${t(words.saved)} (${tone})`))}>{t(words.toast)}</Button>
        <Button onClick={() => setTouring(true)}>{t(words.tour)}</Button>
        <ColumnSettings
          columns={(['person', 'amount', 'note'] as const).map((key) => ({ key, title: t(words[key]), isAlways: key === 'person' }))}
          choice={{ order: [], hidden: ['note'], pinned: ['person'], density: 'regular' }}
          onChange={nothing}
        />
      </div>
      {isTouring ? (
        <Tour
          onClose={() => setTouring(false)}
          stops={[
            { at: '[data-picture="layers"] h2', title: t(words.layers), words: t(words.effect) },
            { at: '[data-picture="layers"] button', title: t(words.dialog), words: t(words.hint) },
          ]}
        />
      ) : null}
    </Part>
  )
}
