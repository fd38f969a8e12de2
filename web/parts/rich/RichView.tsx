import { createElement, Fragment, type ReactNode } from 'react'
import type { RichNode } from '#/domain/services/rich-text.ts'
import './rich.css'

const boxes: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  horizontalRule: 'hr',
  hardBreak: 'br',
}
const looks: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }

function drawn(node: RichNode): ReactNode {
  if (node.type === 'text') {
    return (node.marks ?? []).reduce<ReactNode>(
      (inner, { type }) => (looks[type] === undefined ? inner : createElement(looks[type], null, inner)),
      node.text ?? '',
    )
  }
  const inner = (node.content ?? []).map((child, at) => ({ child, key: at })).map(({ child, key }) => <Fragment key={key}>{drawn(child)}</Fragment>)
  if (node.type === 'heading') return createElement(`h${Math.min(4, Math.max(2, (Number(node.attrs?.level) || 1) + 1))}`, null, inner)
  const tag = boxes[node.type]
  if (tag === undefined) return inner
  return createElement(tag, null, ...(inner.length > 0 ? [inner] : []))
}

/** A read-only rich text, rendered from our own elements and never from foreign HTML. */
export function RichView({ doc }: { readonly doc: RichNode }) {
  return <div className="rich-text">{drawn(doc)}</div>
}
