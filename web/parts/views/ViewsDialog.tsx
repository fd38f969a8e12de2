import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { viewTexts } from './views.texts.ts'

type View = OutputOf<typeof api.views.list>[number]

const maxNameLength = 20

interface ViewRowProps {
  readonly view: View
  readonly query: string
}

function ViewRow({ view, query }: ViewRowProps) {
  const t = useText()
  const [name, setName] = useState(view.name)
  const [isFirst, setFirst] = useState(view.isDefault)
  const [known, setKnown] = useState(view.isDefault)
  // Another view may have become the default.
  if (known !== view.isDefault) {
    setKnown(view.isDefault)
    setFirst(view.isDefault)
  }
  const change = useSubmit(api.views.change, { onFailed: () => setFirst(view.isDefault) })
  const changeDefault = (isDefault: boolean) => {
    setFirst(isDefault)
    void change.submit({ id: view.id, isDefault })
  }
  const remove = useSubmit(api.views.remove)
  const newName = name.trim()
  return (
    <li className="k-stack">
      <div className="k-row">
        <TextInput
          value={name}
          maxLength={maxNameLength}
          aria-label={`${t(viewTexts.name)} ${view.name}`}
          style={{ width: 200 }}
          onChange={(event) => setName(event.target.value)}
        />
        {newName !== '' && newName !== view.name ? (
          <ActionButton size="small" isBusy={change.isBusy} onPress={() => change.submit({ id: view.id, name: newName })}>
            {t(viewTexts.rename)}
          </ActionButton>
        ) : null}
        {query !== '' && query !== view.query ? (
          <ActionButton size="small" onPress={() => change.submit({ id: view.id, query })}>
            {t(viewTexts.overwrite)}
          </ActionButton>
        ) : null}
        <ConfirmButton size="small" danger isBusy={remove.isBusy} effect={t(viewTexts.removeEffect)} onPress={() => remove.submit({ id: view.id })}>
          {t(viewTexts.remove)}
        </ConfirmButton>
      </div>
      <Checkbox checked={isFirst} onChange={(event) => changeDefault(event.target.checked)}>
        {t(viewTexts.isDefault)}
      </Checkbox>
    </li>
  )
}

interface ViewsDialogProps {
  readonly list: string
  readonly views: readonly View[]
  readonly query: string
  readonly onClose: () => void
}

/** Saves the filters of a list under a name, and manages the saved views. */
export function ViewsDialog({ list, views, query, onClose }: ViewsDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const save = useSubmit(api.views.save, { onDone: () => setName('') })
  const send = () => (name.trim() === '' || query === '' ? null : save.submit({ list, name: name.trim(), query }))
  return (
    <Dialog title={t(viewTexts.views)} onClose={onClose} isDirty={name !== ''} width={600}>
      <Form>
        <Field label={t(viewTexts.saveNow)} htmlFor="view-name" hint={t(viewTexts.saveNowHint)}>
          <div className="k-row">
            <TextInput
              id="view-name"
              value={name}
              maxLength={maxNameLength}
              placeholder={t(viewTexts.name)}
              style={{ width: 200 }}
              onChange={(event) => setName(event.target.value)}
              onPressEnter={() => void send()}
            />
            <ActionButton type="primary" reason={query === '' ? t(viewTexts.nothing) : ''} isBusy={save.isBusy} onPress={send}>
              {t(viewTexts.save)}
            </ActionButton>
          </div>
        </Field>
      </Form>
      {views.length === 0 ? (
        <EmptyState reason={t(viewTexts.none)} />
      ) : (
        <ul className="k-stack">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} query={query} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
