import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { richTexts as texts } from './rich.texts.ts'
import './rich.css'

interface RichTextProps {
  readonly label: string
  /** The document as JSON text. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isReadOnly: boolean
  readonly tools?: (editor: Editor) => ReactNode
}

/** An editor for text with headings, lists and styles, limited to what our pages and contracts can render. */
export function RichText({ label, value, onChange, isReadOnly, tools }: RichTextProps) {
  const t = useText()
  const editor = useEditor({
    extensions: [StarterKit.configure({ code: false, codeBlock: false, link: false, heading: { levels: [1, 2, 3] } })],
    content: JSON.parse(value) as object,
    editable: !isReadOnly,
    onUpdate: ({ editor: changed }) => onChange(JSON.stringify(changed.getJSON())),
    editorProps: { attributes: { 'aria-label': label, class: 'rich-editor', role: 'textbox', 'aria-multiline': 'true' } },
  })
  return (
    <div className="k-stack">
      {isReadOnly ? null : (
        <div className="k-row" role="toolbar" aria-label={label}>
          <Button size="small" onClick={() => editor.chain().focus().toggleBold().run()}>
            {t(texts.bold)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleHeading({ level: 2 }).run()}>
            {t(texts.heading)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleBulletList().run()}>
            {t(texts.bullets)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleOrderedList().run()}>
            {t(texts.numbers)}
          </Button>
          <Button size="small" onClick={() => editor.chain().focus().toggleBlockquote().run()}>
            {t(texts.quote)}
          </Button>
          {tools?.(editor)}
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}
