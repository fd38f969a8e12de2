import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'

const boardTexts = {
  hint: {
    zh: '拖动条目；键盘：上下键移动，左右键换列',
    en: 'Drag the items; by keyboard: up and down move, left and right change lists.',
    es: 'Arrastre los elementos; con teclado: arriba y abajo mueven, izquierda y derecha cambian de lista.',
    ja: '項目をドラッグ。キーボード：上下で移動、左右で列を変更します。',
  },
  moved: {
    zh: '“{name}”移到“{list}”第 {at} 位',
    en: '“{name}” is now number {at} of “{list}”.',
    es: '«{name}» es ahora el n.º {at} de «{list}».',
    ja: '「{name}」を「{list}」の {at} 番目に移動しました。',
  },
} as const satisfies Record<string, Text>

export interface BoardList {
  readonly key: string
  readonly title: string
  readonly items: readonly string[]
}

interface Place {
  readonly list: number
  readonly at: number
}

/** Returns the lists after an item was moved. */
export function moveItem(lists: readonly BoardList[], from: Place, to: Place): readonly BoardList[] {
  const item = lists[from.list]?.items[from.at]
  if (item === undefined || lists[to.list] === undefined) return lists
  const remainingLists = lists.map((list, each) => (each === from.list ? { ...list, items: list.items.toSpliced(from.at, 1) } : list))
  return remainingLists.map((list, each) =>
    each === to.list ? { ...list, items: list.items.toSpliced(Math.min(Math.max(0, to.at), list.items.length), 0, item) } : list,
  )
}

const steps: Readonly<Record<string, readonly [list: number, at: number]>> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }

function useBoard(initial: readonly BoardList[]) {
  const box = useRef<HTMLDivElement>(null)
  const [lists, setLists] = useState(initial)
  const [last, setLast] = useState<{ item: string; list: string; at: number; isByKey: boolean } | null>(null)
  useEffect(() => {
    // An item moved by keyboard keeps the focus after it was rendered in another list.
    if (last?.isByKey) box.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(last.item)}"]`)?.focus()
  }, [last])
  const moveCard = (from: Place, to: Place, isByKey: boolean) => {
    const item = lists[from.list]?.items[from.at]
    const next = moveItem(lists, from, to)
    if (item === undefined || next === lists) return
    setLists(next)
    setLast({ item, list: next[to.list]?.title ?? '', at: (next[to.list]?.items.indexOf(item) ?? 0) + 1, isByKey })
  }
  return { box, lists, last, move: moveCard }
}

/** Lists whose items are moved by pointer or keyboard. `isRow` shows the items in a row. */
export function Board({ lists: initial, isRow = false }: { readonly lists: readonly BoardList[]; readonly isRow?: boolean }) {
  const t = useText()
  const id = useId()
  const { box, lists, last, move } = useBoard(initial)
  const draggedPlace = useRef<Place | null>(null)
  const onKeyDown = (event: KeyboardEvent, from: Place) => {
    const rotatedKey = isRow ? { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }[event.key] : undefined
    const step = steps[rotatedKey ?? event.key]
    if (!step) return
    event.preventDefault()
    move(from, { list: from.list + step[0], at: from.at + step[1] }, true)
  }
  const drop = (event: DragEvent, to: Place) => {
    event.preventDefault()
    event.stopPropagation()
    if (draggedPlace.current) move(draggedPlace.current, to, false)
    draggedPlace.current = null
  }
  return (
    <>
      <p id={id} className="k-note">
        {t(boardTexts.hint)}
      </p>
      <div ref={box} className={isRow ? 'x-board x-board-row' : 'x-board'}>
        {lists.map((list, at) => (
          <section
            key={list.key}
            className="k-panel"
            aria-label={list.title}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, { list: at, at: list.items.length })}
          >
            <h2>{list.title}</h2>
            <ul>
              {list.items.map((item, each) => (
                <li key={item}>
                  <button
                    type="button"
                    className="x-card"
                    data-item={item}
                    draggable
                    aria-describedby={id}
                    onKeyDown={(event) => onKeyDown(event, { list: at, at: each })}
                    onDragStart={() => {
                      draggedPlace.current = { list: at, at: each }
                    }}
                    onDrop={(event) => drop(event, { list: at, at: each })}
                  >
                    {item}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="k-note" role="status">
        {last ? t(boardTexts.moved, { name: last.item, list: last.list, at: last.at }) : ''}
      </p>
    </>
  )
}
