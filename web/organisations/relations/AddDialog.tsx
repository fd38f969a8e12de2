import { useState } from 'react'
import { relationNames } from '#/api/organisations/relations.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

type Person = OutputOf<typeof api.relations.list>['rows'][number]

type Relation = Person['relation']

const kinds = ['shareholder', 'supervisor', 'executive', 'employee'] as const satisfies readonly Relation[]

/** Parses people typed or pasted one per line. `bad` is the number of the first invalid line, or null. */
function parsePeople(text: string): { people: { name: string; idNumber: string }[]; bad: number | null } {
  const rows = text.split('\n').flatMap((row, at) => (row.trim() === '' ? [] : [{ at: at + 1, parts: row.trim().split(/[\s,，;；]+/) }]))
  const bad = rows.find(({ parts }) => parts.length !== 2)
  return { people: rows.map(({ parts: [name = '', idNumber = ''] }) => ({ name, idNumber })), bad: bad?.at ?? null }
}

export function AddDialog({ unitId, onClose }: { readonly unitId: number | undefined; readonly onClose: () => void }) {
  const t = useText()
  const [relation, setRelation] = useState<Relation>('employee')
  const [text, setText] = useState('')
  const add = useSubmit(api.relations.add, { onDone: onClose })
  const { people, bad } = parsePeople(text)
  return (
    <Dialog
      title={t(texts.addTitle)}
      onClose={onClose}
      isDirty={text !== ''}
      confirm={{
        text: t(texts.add),
        onPress: () => void add.submit({ ...(unitId !== undefined && { unitId }), relation, people }),
        isBusy: add.isBusy,
        isDisabled: people.length === 0 || bad !== null,
      }}
    >
      <Form>
        <Field label={t(texts.relation)} htmlFor="relation-kind">
          <Select id="relation-kind" value={relation} onChange={setRelation} options={choicesOf(t, kinds, relationNames)} />
        </Field>
        <Field label={t(texts.rows)} htmlFor="relation-rows" hint={t(texts.rowsHint)} problem={bad !== null ? t(texts.badRow, { row: bad }) : undefined}>
          <TextArea id="relation-rows" value={text} onChange={(event) => setText(event.target.value)} autoSize={{ minRows: 3, maxRows: 12 }} maxLength={8000} />
        </Field>
      </Form>
    </Dialog>
  )
}
