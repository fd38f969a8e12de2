import { contractVariables, type VariableKey } from '#/domain/agreements/contract-variables.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { RichText } from '#/web/parts/rich/RichText.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'

interface EditorProps {
  /** The document as JSON text. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly keys: readonly { readonly key: string; readonly label: string | null }[]
  readonly isReadOnly: boolean
}

/** An editor for a template's text, with variables that a contract fills. */
export function RichEditor({ keys, ...text }: EditorProps) {
  const t = useText()
  const labelOf = (key: string, label: string | null) => label ?? (Object.hasOwn(contractVariables, key) ? t(contractVariables[key as VariableKey].label) : key)
  return (
    <RichText
      label={t(texts.body)}
      {...text}
      tools={(editor) => (
        <Select
          style={{ minWidth: 200 }}
          value={null}
          placeholder={t(texts.insert)}
          aria-label={t(texts.insert)}
          isSearchable
          options={keys.map(({ key, label }) => ({ value: key, label: labelOf(key, label) }))}
          onChange={(key) => editor.chain().focus().insertContent(`{{${key}}}`).run()}
        />
      )}
    />
  )
}
