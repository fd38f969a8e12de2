import { type ReactNode, useId, useRef, useState } from 'react'
import { formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { fileProblem } from './file-check.ts'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CloseOutlined, FileOutlined, InboxOutlined } from './icons.ts'
import { Problem } from './Problem.tsx'
import { useUnsaved } from './unsaved.ts'

interface FileDropProps {
  readonly value: File | null
  readonly onChange: (file: File | null) => void
  /** File extensions without the dot. */
  readonly kinds: readonly string[]
  readonly maxBytes: number
  readonly label: string
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

function ChosenFile({ file, isDisabled, onRemove }: { readonly file: File; readonly isDisabled: boolean; readonly onRemove: () => void }) {
  const t = useText()
  return (
    <div className="k-file">
      <Icon of={FileOutlined} />
      <span className="k-file-name">{file.name}</span>
      <span className="k-note">{formatSize(file.size)}</span>
      <Button
        type="text"
        size="small"
        icon={<Icon of={CloseOutlined} />}
        aria-label={t(formTexts.removeFile, { name: file.name })}
        disabled={isDisabled}
        onClick={onRemove}
      />
    </div>
  )
}

/** A field for one file, by choosing or dropping. A wrong extension or size is refused at once, before the upload. */
export function FileDrop({ value, onChange, kinds, maxBytes, label, hint, isDisabled = false }: FileDropProps) {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState('')
  useUnsaved(() => value !== null)
  const kindNames = kinds.map((kind) => `.${kind}`).join(' ')

  const acceptFile = (file: File | undefined) => {
    if (!file) return
    const foundProblem = fileProblem(file, { kinds, maxBytes })
    // A new problem replaces the previous file and its problem.
    if (foundProblem) onChange(null)
    if (foundProblem === 'tooBig') setProblem(t(formTexts.fileTooBig, { name: file.name, size: formatSize(file.size), limit: formatSize(maxBytes) }))
    else if (foundProblem === 'wrongKind') setProblem(t(formTexts.fileWrongKind, { name: file.name, kinds: kindNames }))
    else if (foundProblem === 'empty') setProblem(t(formTexts.fileEmpty, { name: file.name }))
    else {
      setProblem('')
      onChange(file)
    }
  }

  return (
    <div>
      <label
        htmlFor={id}
        className={['k-drop', isOver ? 'k-drop-over' : '', isDisabled ? 'k-drop-off' : ''].join(' ')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (!isDisabled) acceptFile(event.dataTransfer.files[0])
        }}
      >
        <Icon of={InboxOutlined} className="k-drop-mark" />
        <span>
          <b>{label}</b>
          <span className="k-note">
            {t(formTexts.dropFile)} · {t(formTexts.fileRule, { kinds: kindNames, size: formatSize(maxBytes) })}
          </span>
          {hint ? <span className="k-note">{hint}</span> : null}
        </span>
        <input
          ref={field}
          id={id}
          type="file"
          className="k-hidden-field"
          accept={kinds.map((kind) => `.${kind}`).join(',')}
          disabled={isDisabled}
          aria-label={label}
          onChange={(event) => {
            acceptFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      {value ? <ChosenFile file={value} isDisabled={isDisabled} onRemove={() => onChange(null)} /> : null}
      <Problem text={problem} />
    </div>
  )
}
