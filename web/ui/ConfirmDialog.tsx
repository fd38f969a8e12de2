import { useState } from 'react'
import { pendingQuestion, type Question } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

export function ConfirmDialog({ question }: { readonly question: Question }) {
  const [isBusy, setBusy] = useState(false)
  // The handler may already have asked the next question.
  const close = () => pendingQuestion.get() === question && pendingQuestion.set(null)
  const press = async () => {
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
      isOpen
      width={440}
      onClose={() => {
        close()
        question.onCancel?.()
      }}
      focus={question.isDangerous ? 'cancel' : 'confirm'}
      {...(question.cancelText ? { cancelText: question.cancelText } : {})}
      confirm={{ text: question.okText, onPress: () => void press(), isBusy, isDangerous: question.isDangerous ?? false }}
    >
      {question.content}
    </Dialog>
  )
}
