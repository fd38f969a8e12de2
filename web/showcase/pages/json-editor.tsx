import { useId, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from '#/web/showcase/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'

const editorTexts = {
  neat: { zh: '排版', en: 'Lay out', es: 'Ordenar', ja: '整形' },
  tight: { zh: '压缩', en: 'Compact', es: 'Compactar', ja: '圧縮' },
  valid: { zh: 'JSON 有效', en: 'Valid JSON', es: 'JSON válido', ja: '有効な JSON です' },
  wrong: {
    zh: '第 {line} 行第 {column} 列有误',
    en: 'Wrong at line {line}, column {column}',
    es: 'Error en la línea {line}, columna {column}',
    ja: '{line} 行 {column} 列に誤りがあります',
  },
  empty: { zh: '内容为空', en: 'No content yet', es: 'Todavía no hay contenido', ja: '内容がありません' },
} as const satisfies Record<string, Text>

interface Fault {
  readonly line: number
  readonly column: number
}

/** Returns the position of a JSON syntax error. Browsers report it by offset, by line, or only as an unexpected end. */
function faultOf(text: string): Fault | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const message = String(error)
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    if (line && column) return { line: Number(line), column: Number(column) }
    const errorIndex = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    const linesBefore = text.slice(0, errorIndex).split('\n')
    return { line: linesBefore.length, column: (linesBefore.at(-1)?.length ?? 0) + 1 }
  }
}

/** A JSON editor that reports errors by line and column. */
export function JsonEditor() {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(JSON.stringify({ name: '云创客平台', modes: [1, 2], isDemo: true }, null, 2))
  const fault = text.trim() === '' ? null : faultOf(text)
  const isEmpty = text.trim() === ''
  const formatText = (indent: number) => setText(JSON.stringify(JSON.parse(text), null, indent))
  return (
    <>
      <div className="k-row">
        <Button disabled={isEmpty || fault !== null} onClick={() => formatText(2)}>
          {t(editorTexts.neat)}
        </Button>
        <Button disabled={isEmpty || fault !== null} onClick={() => formatText(0)}>
          {t(editorTexts.tight)}
        </Button>
      </div>
      <textarea
        className="k-input x-area"
        aria-label={t(texts.content)}
        aria-invalid={fault !== null}
        aria-describedby={id}
        spellCheck={false}
        rows={14}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div id={id}>
        <Alert
          role="status"
          showIcon
          type={isEmpty ? 'info' : fault ? 'error' : 'success'}
          title={isEmpty ? t(editorTexts.empty) : fault ? t(editorTexts.wrong, { ...fault }) : t(editorTexts.valid)}
        />
      </div>
    </>
  )
}
