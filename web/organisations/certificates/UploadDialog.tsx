import { useState } from 'react'
import { maxFileBytes, pictureEndings } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { PasswordInput } from '#/web/ui/TextInput.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const maxCertificateBytes = 200 * 1024

interface UploadDialogProps {
  readonly centreId: number | undefined
  readonly onClose: () => void
}

/** Uploads a PKCS #12 file with its password, and the picture of the seal. */
export function UploadDialog({ centreId, onClose }: UploadDialogProps) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const add = useProvedSubmit(api.certificates.add, { onDone: onClose })
  const [form] = useForm<{ why: string }>()
  const send = form.whenValid(async ({ why }) => {
    if (file) await add.submit({ ...setConditions({ centreId }), file, password, ...(picture && { picture }), why: why.trim() })
  })
  return (
    <Dialog
      title={t(texts.upload)}
      onClose={onClose}
      isDirty={file !== null || password !== ''}
      confirm={{ text: t(texts.upload), onPress: send, isBusy: add.isBusy, isDisabled: file === null }}
    >
      <Form form={form}>
        <Field>
          <FileDrop value={file} onChange={setFile} kinds={['pfx', 'p12']} maxBytes={maxCertificateBytes} label={t(texts.file)} hint={t(texts.fileHint)} />
        </Field>
        <Field label={t(texts.password)} htmlFor="certificate-password" hint={t(texts.passwordHint)}>
          <PasswordInput
            id="certificate-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            maxLength={200}
            autoComplete="off"
            isAlwaysHidden
          />
        </Field>
        <FileDrop
          value={picture}
          onChange={setPicture}
          kinds={pictureEndings}
          maxBytes={maxFileBytes}
          label={t(texts.pictureFile)}
          hint={t(texts.pictureHint)}
        />
        <ChangeReasonField isNeeded />
      </Form>
    </Dialog>
  )
}
