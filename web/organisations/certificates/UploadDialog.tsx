import { Form, Input } from 'antd'
import { useState } from 'react'
import { fileBytesMost, pictureEndings } from '#/domain/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { given } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const certificateBytesMost = 200 * 1024

interface UploadDialogProps {
  readonly centreId: number | undefined
  readonly onClose: () => void
}

/** Uploads a PKCS #12 file with its password, and the picture of the seal. */
export function UploadDialog({ centreId, onClose }: UploadDialogProps) {
  const say = useText()
  const [file, setFile] = useState<File | null>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const add = useSubmit(api.certificates.add, { onDone: onClose })
  const send = () => void (file && add.submit({ ...given({ centreId }), file, password, ...(picture && { picture }) }))
  return (
    <Dialog
      title={say(texts.upload)}
      isOpen
      onClose={onClose}
      isDirty={file !== null || password !== ''}
      confirm={{ text: say(texts.upload), onPress: send, isBusy: add.isBusy, isDisabled: file === null }}
    >
      <Form layout="vertical" onFinish={send}>
        <Form.Item>
          <FileDrop value={file} onChange={setFile} kinds={['pfx', 'p12']} maxBytes={certificateBytesMost} label={say(texts.file)} hint={say(texts.fileHint)} />
        </Form.Item>
        <Form.Item label={say(texts.password)} htmlFor="certificate-password" extra={say(texts.passwordHint)}>
          <Input.Password
            id="certificate-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            maxLength={200}
            autoComplete="off"
            visibilityToggle={false}
          />
        </Form.Item>
        <FileDrop
          value={picture}
          onChange={setPicture}
          kinds={pictureEndings}
          maxBytes={fileBytesMost}
          label={say(texts.pictureFile)}
          hint={say(texts.pictureHint)}
        />
      </Form>
    </Dialog>
  )
}
