import { useState } from 'react'
import { type Confirmation, pendingConfirmation } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

export function ConfirmDialog({ question }: { readonly question: Confirmation }) {
  const [isBusy, setBusy] = useState(false)
  // The handler may already have asked the next question.
  const close = () => pendingConfirmation.get() === question && pendingConfirmation.set(null)
  const handlePress = async () => {
    setBusy(true)
    try {
      await question.onOk()
    } finally {
      setBusy(false)
      close()
    }
  }
  return (
    <Dialog
      title={question.title}
      width={440}
      onClose={() => {
        close()
        question.onCancel?.()
      }}
      focus={question.isDangerous ? 'cancel' : 'confirm'}
      {...(question.cancelText ? { cancelText: question.cancelText } : {})}
      confirm={{ text: question.okText, onPress: () => void handlePress(), isBusy, isDangerous: question.isDangerous ?? false }}
    >
      {question.content}
    </Dialog>
  )
}
