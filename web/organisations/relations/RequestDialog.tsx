import { useState } from 'react'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export function RequestDialog({ lineId, onClose }: { readonly lineId: number; readonly onClose: () => void }) {
  const t = useText()
  const [statement, setStatement] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const request = useSubmit(api.relations.request, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.ask)}
      onClose={onClose}
      isDirty={statement !== '' || file !== null}
      confirm={{
        text: t(texts.ask),
        onPress: () => void (file && request.submit({ lineId, statement: statement.trim(), file })),
        isBusy: request.isBusy,
        isDisabled: file === null || statement.trim().length < 2,
      }}
    >
      <Form>
        <p className="k-note">{t(texts.askNote)}</p>
        <Field label={t(texts.statement)} htmlFor="exception-statement" required>
          <TextArea id="exception-statement" value={statement} onChange={(event) => setStatement(event.target.value)} rows={3} maxLength={500} />
        </Field>
        <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.proof)} hint={t(texts.proofHint)} />
      </Form>
    </Dialog>
  )
}
