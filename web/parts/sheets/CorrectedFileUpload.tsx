import type { ApiCall } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { checkTexts } from './check.texts.ts'
import { SheetUpload, useSheet } from './SheetUpload.tsx'

interface CorrectedFileUploadProps<I> {
  readonly call: ApiCall<I & { file: File }, { changed: number; missed: string[] }>
  /** The part of the call's input that identifies the list. */
  readonly of: I
}

/** Uploads the corrected error file of a checked list. Its rows replace faulty rows that are still as exported. */
export function CorrectedFileUpload<I extends object>({ call, of }: CorrectedFileUploadProps<I>) {
  const t = useText()
  const send = useSubmit(call, {
    onDone: (answer) => {
      sheet.clear()
      if (answer.missed.length) showNotice('warning', t(checkTexts.missed, { rows: answer.missed.join(', ') }))
    },
    onFailed: (failure) => sheet.refused(failure),
  })
  const sheet = useSheet((file) => void send.submit({ ...of, file }), send.reset)
  return (
    <SheetUpload
      label={t(checkTexts.reimport)}
      hint={t(checkTexts.reimportHint)}
      kinds={['xlsx']}
      isBusy={send.isBusy}
      problem={sheet.problemOf(send.failure)}
      file={sheet.file}
      onTake={sheet.take}
    />
  )
}
