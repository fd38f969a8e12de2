import { useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { RichText } from '#/web/parts/rich/RichText.tsx'
import { texts } from '#/web/showcase/texts.ts'

const storedTitle: Text = { zh: '保存的文档', en: 'The stored document', es: 'El documento guardado', ja: '保存される文書' }

const sample = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '服务协议' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: '甲方委托乙方提供' },
        { type: 'text', marks: [{ type: 'bold' }], text: '直播服务' },
        { type: 'text', text: '。' },
      ],
    },
  ],
}

/** The editor of contract templates and articles. */
export function RichTextEditor() {
  const t = useText()
  const [value, setValue] = useState(JSON.stringify(sample))
  return (
    <>
      <RichText label={t(texts.content)} value={value} onChange={setValue} isReadOnly={false} />
      <h2>{t(storedTitle)}</h2>
      <pre className="x-code">{JSON.stringify(JSON.parse(value), null, 2)}</pre>
    </>
  )
}
