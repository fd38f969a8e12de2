import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Select } from 'antd'
import { contractVariables, type VariableKey } from '#/domain/contract-variables.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'
import './editor.css'

interface EditorProps {
  /** The document as JSON text. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly keys: readonly { readonly key: string; readonly label: string | null }[]
  readonly isReadOnly: boolean
}

/** The text of a template: what our own printer can set, and nothing else. */
export function RichEditor({ value, onChange, keys, isReadOnly }: EditorProps) {
  const say = useText()
  const editor = useEditor({
    extensions: [StarterKit.configure({ code: false, codeBlock: false, link: false, heading: { levels: [1, 2, 3] } })],
    content: JSON.parse(value) as object,
    editable: !isReadOnly,
    onUpdate: ({ editor: changed }) => onChange(JSON.stringify(changed.getJSON())),
    editorProps: { attributes: { 'aria-label': say(texts.body), class: 't-editor', role: 'textbox', 'aria-multiline': 'true' } },
  })
  const labelOf = (key: string, label: string | null) =>
    label ?? (Object.hasOwn(contractVariables, key) ? say(contractVariables[key as VariableKey].label) : key)
  return (
    <div className="k-stack">
      {isReadOnly ? null : (
        <div className="k-row" role="toolbar" aria-label={say(texts.body)}>
          <Button size="small" onClick={() => editor.chain().focus().toggleBold().run()}>
            {say(texts.bold)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleHeading({ level: 2 }).run()}>
            {say(texts.heading)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleBulletList().run()}>
            {say(texts.bullets)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleOrderedList().run()}>
            {say(texts.numbers)}
          </Button>
          <Select
            size="small"
            style={{ minWidth: 200 }}
            value={null}
            placeholder={say(texts.insert)}
            aria-label={say(texts.insert)}
            showSearch={{ optionFilterProp: 'label' }}
            options={keys.map(({ key, label }) => ({ value: key, label: labelOf(key, label) }))}
            onChange={(key: string | null) => key && editor.chain().focus().insertContent(`{{${key}}}`).run()}
          />
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}
