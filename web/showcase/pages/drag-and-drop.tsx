import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Board } from '#/web/showcase/Board.tsx'
import { texts } from '#/web/showcase/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { texts as uiTexts } from '#/web/ui/texts.ts'

const dragTexts = {
  head: { zh: '可移动的对话框', en: 'A dialog that moves', es: 'Un diálogo movible', ja: '動かせるダイアログ' },
  move: { zh: '移动对话框', en: 'Move the dialog', es: 'Mover el diálogo', ja: 'ダイアログを移動' },
  chosen: { zh: '已选', en: 'Chosen', es: 'Elegidos', ja: '選択済み' },
  list: { zh: '待签', en: 'To be signed', es: 'Por firmar', ja: '署名待ち' },
  pool: { zh: '已签', en: 'Signed', es: 'Firmados', ja: '署名済み' },
  todo: { zh: '待办', en: 'To do', es: 'Pendiente', ja: '未着手' },
  working: { zh: '进行中', en: 'In progress', es: 'En curso', ja: '進行中' },
  done: { zh: '已完成', en: 'Done', es: 'Hecho', ja: '完了' },
} as const satisfies Record<string, Text>

const step = 20

/** A dialog that can be dragged by its header. */
export function DragDialog() {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const onKeyDown = (event: KeyboardEvent) => {
    const moveByKey = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!moveByKey) return
    event.preventDefault()
    setPlace((was) => ({ x: was.x + (moveByKey[0] ?? 0), y: was.y + (moveByKey[1] ?? 0) }))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setPlace((was) => ({ x: was.x + event.movementX, y: was.y + event.movementY }))
  }
  const updateTransform = () => {
    setPlace({ x: 0, y: 0 })
    dialog.current?.showModal()
  }
  return (
    <div className="k-row">
      <Button type="primary" onClick={updateTransform}>
        {t(texts.open)}
      </Button>
      <dialog ref={dialog} className="x-dialog" aria-label={t(dragTexts.head)} style={{ translate: `${place.x}px ${place.y}px` }}>
        <button
          type="button"
          className="x-dialog-head"
          aria-label={t(dragTexts.move)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
        >
          {t(dragTexts.head)}
        </button>
        <p>{`x ${place.x}, y ${place.y}`}</p>
        <Button onClick={() => dialog.current?.close()}>{t(uiTexts.close)}</Button>
      </dialog>
    </div>
  )
}

/** Selected items in a custom order. */
export function DragSelect() {
  const t = useText()
  return <Board isRow lists={[{ key: 'chosen', title: t(dragTexts.chosen), items: ['Apple', 'Banana', 'Orange', 'Pear', 'Strawberry'] }]} />
}

/** Two lists that exchange items. */
export function DndLists() {
  const t = useText()
  const contractNos = (from: number) => Array.from({ length: 5 }, (_, at) => `HT-2026-${String(from + at).padStart(3, '0')}`)
  return (
    <Board
      lists={[
        { key: 'list', title: t(dragTexts.list), items: contractNos(1) },
        { key: 'pool', title: t(dragTexts.pool), items: contractNos(6) },
      ]}
    />
  )
}

/** Cards moved through columns from left to right. */
export function Kanban() {
  const t = useText()
  return (
    <Board
      lists={[
        { key: 'todo', title: t(dragTexts.todo), items: ['Mission 1', 'Mission 2', 'Mission 3', 'Mission 4'] },
        { key: 'working', title: t(dragTexts.working), items: ['Mission 5', 'Mission 6', 'Mission 7'] },
        { key: 'done', title: t(dragTexts.done), items: ['Mission 8', 'Mission 9', 'Mission 10'] },
      ]}
    />
  )
}
