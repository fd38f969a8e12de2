import { useRef, useState } from 'react'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { confirm } from '#/web/ui/confirm.ts'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { checkTexts } from './check.texts.ts'

interface SheetUploadProps {
  readonly label: string
  readonly hint: string
  readonly kinds?: readonly string[]
  readonly isBusy: boolean
  /** Reason why the file was refused. */
  readonly problem: string
  readonly file: File | null
  readonly onTake: (file: File | null) => void
}

/** Accepts a list file, and shows the reason for a refusal in place. */
export function SheetUpload({ label, hint, kinds = ['xlsx', 'csv'], isBusy, problem, file, onTake }: SheetUploadProps) {
  const t = useText()
  return (
    <div>
      <FileDrop
        value={file}
        onChange={onTake}
        kinds={kinds}
        maxBytes={maxFileBytes}
        label={label}
        hint={isBusy ? t(checkTexts.reading) : hint}
        isDisabled={isBusy}
      />
      <Problem text={problem} />
    </div>
  )
}

interface FailedUpload {
  readonly error: string
  readonly message: string
}

/**
 * Handles the upload of a list file. If the file was imported before (E403), asks the user and then calls `send` with
 * `isMeant`.
 */
export function useSheet(send: (file: File, isMeant: boolean) => void, reset: () => void) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const latest = useRef<File | null>(null)
  const acceptFile = (chosen: File | null) => {
    setFile(chosen)
    latest.current = chosen
    if (chosen) send(chosen, false)
    else reset()
  }
  const handleRefusal = (failure: FailedUpload) => {
    const retryFile = latest.current
    // A refused file is not listed as accepted. The reason appears below.
    if (failure.error !== 'sameFile') setFile(null)
    if (failure.error !== 'sameFile' || !retryFile) return
    confirm({
      title: t(checkTexts.sameFileTitle),
      content: failure.message,
      okText: t(checkTexts.importAnyway),
      onOk: () => send(retryFile, true),
      onCancel: () => setFile(null),
    })
  }
  const problemOf = (failure: FailedUpload | null) => (failure && failure.error !== 'sameFile' ? failure.message : '')
  return { file, take: acceptFile, refused: handleRefusal, problemOf, clear: () => setFile(null) }
}
